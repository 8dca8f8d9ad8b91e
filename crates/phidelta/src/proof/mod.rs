//! What a verdict can show for itself.

mod certificate;
mod known;
mod line;
mod text;

pub(crate) use certificate::Extraction;
pub use certificate::{Certifiable, Certified, CertifyError, Scribe, Target};
pub(crate) use line::{Line, line};
pub use text::{Answered, CertificateWriter, Heading};
