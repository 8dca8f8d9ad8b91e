//! What a verdict can show for itself.

#[cfg(feature = "certificates")]
mod binary;
mod bounds;
#[cfg(feature = "certificates")]
mod certificate;
#[cfg(feature = "certificates")]
mod dictate;
#[cfg(feature = "certificates")]
mod extract;
mod known;
mod line;
#[cfg(feature = "certificates")]
mod replies;
#[cfg(feature = "certificates")]
mod strategy;
#[cfg(all(test, feature = "certificates"))]
mod test_sink;
#[cfg(feature = "certificates")]
mod text;
#[cfg(feature = "certificates")]
mod writer;

#[cfg(feature = "certificates")]
pub use certificate::{Certifiable, CertificateSink, Certified, CertifyError, PartOpening, Target};
#[cfg(feature = "certificates")]
pub(crate) use extract::Extraction;
pub(crate) use line::{Line, line};
#[cfg(feature = "certificates")]
pub use replies::Replies;
#[cfg(feature = "certificates")]
pub use writer::{CertificateWriter, Claim, Form, Heading, PartQuestion};
