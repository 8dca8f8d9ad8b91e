//! What a verdict can show for itself.

mod binary;
mod certificate;
mod dictate;
mod extract;
mod known;
mod line;
mod replies;
mod strategy;
mod text;
mod writer;

pub use certificate::{Certifiable, Certified, CertifyError, Scribe, Target};
pub(crate) use extract::Extraction;
pub(crate) use line::{Line, line};
pub use replies::Replies;
pub use writer::{Answered, Asked, CertificateWriter, Form, Heading};
