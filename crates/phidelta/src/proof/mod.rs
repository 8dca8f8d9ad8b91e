//! What a verdict can show for itself.

mod binary;
mod certificate;
mod known;
mod line;
mod text;
mod writer;

pub(crate) use certificate::Extraction;
pub use certificate::{Certifiable, Certified, CertifyError, Scribe, Target};
pub(crate) use line::{Line, line};
pub use writer::{Answered, CertificateWriter, Form, Heading};
