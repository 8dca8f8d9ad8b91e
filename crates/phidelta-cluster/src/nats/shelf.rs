//! Things with a name, kept by the broker, the last of each name only.
//!
//! A stream that keeps one message a subject: that is all a key-value bucket of JetStream is, and every server
//! with JetStream knows it. What is larger than a message is cut into parts. The first part, which says how many
//! there are and what they sum up to, is written last; parts of two writers that came between each other do not
//! sum up, and count as nothing.

use async_nats::jetstream::{self, stream};
use futures_util::StreamExt;

use super::{KEPT, failed};
use crate::transport::TransportError;

/// Bytes of a part, at most. A server's usual limit of a message is 1 MiB, and what is read back is a third
/// larger.
const PART_BYTES: usize = 256 << 10;

/// Bytes of the head of the first part: a sum and a count.
const HEAD_BYTES: usize = 8;

#[derive(Clone)]
pub(super) struct Shelf {
    context: jetstream::Context,
    stream: stream::Stream,
    prefix: String,
    part: usize,
}

impl Shelf {
    /// The shelf `phidelta.WORD`.
    pub(super) async fn open(context: &jetstream::Context, word: &str) -> Result<Shelf, TransportError> {
        let prefix = format!("phidelta.{word}");
        let config = stream::Config {
            name: format!("PHIDELTA_{}", word.to_uppercase()),
            subjects: vec![format!("{prefix}.>")],
            max_messages_per_subject: 1,
            max_age: KEPT,
            ..Default::default()
        };
        let stream = super::stream_of(context, config).await.map_err(failed)?;
        let allowed = context.client().server_info().max_payload;
        Ok(Shelf { context: context.clone(), stream, prefix, part: PART_BYTES.min(allowed / 2).max(1024) })
    }

    /// Bytes that may travel within another message.
    pub(super) fn fits_a_message(&self, bytes: usize) -> bool {
        bytes <= self.part
    }

    /// Puts something there, in the place of what had the name before.
    pub(super) async fn put(&self, name: &str, bytes: &[u8]) -> Result<(), TransportError> {
        let parts: Vec<&[u8]> = bytes.chunks(self.part).collect();
        for (at, part) in parts.iter().enumerate().skip(1).rev() {
            self.put_part(name, at, part.to_vec()).await?;
        }
        let count = u32::try_from(parts.len()).map_err(failed)?;
        let mut first = Vec::with_capacity(self.part + HEAD_BYTES);
        first.extend_from_slice(&sum(bytes).to_le_bytes());
        first.extend_from_slice(&count.to_le_bytes());
        first.extend_from_slice(parts.first().copied().unwrap_or_default());
        self.put_part(name, 0, first).await
    }

    async fn put_part(&self, name: &str, at: usize, bytes: Vec<u8>) -> Result<(), TransportError> {
        let sent = self.context.publish(format!("{}.{name}.{at}", self.prefix), bytes.into()).await;
        sent.map_err(failed)?.await.map_err(failed)?;
        Ok(())
    }

    /// What has this name, if that is whole and has so many bytes at most.
    pub(super) async fn get(&self, name: &str, most: usize) -> Result<Option<Vec<u8>>, TransportError> {
        let Some(first) = self.part(name, 0).await? else { return Ok(None) };
        let Some((head, body)) = first.split_at_checked(HEAD_BYTES) else { return Ok(None) };
        let [a, b, c, d, e, f, g, h] = head else { return Ok(None) };
        let wanted = u32::from_le_bytes([*a, *b, *c, *d]);
        let count = u32::from_le_bytes([*e, *f, *g, *h]) as usize;
        let mut bytes = body.to_vec();
        for at in 1..count {
            match self.part(name, at).await? {
                Some(part) if bytes.len() + part.len() <= most => bytes.extend_from_slice(&part),
                _ => return Ok(None),
            }
        }
        Ok((bytes.len() <= most && sum(&bytes) == wanted).then_some(bytes))
    }

    async fn part(&self, name: &str, at: usize) -> Result<Option<Vec<u8>>, TransportError> {
        let subject = format!("{}.{name}.{at}", self.prefix);
        Ok(last(&self.stream, &subject).await?.map(|message| message.payload.to_vec()))
    }

    /// The names with one word.
    pub(super) async fn names(&self) -> Result<Vec<String>, TransportError> {
        let subjects = self.stream.info_with_subjects(format!("{}.*.0", self.prefix)).await;
        let mut subjects = subjects.map_err(failed)?;
        let mut names = Vec::new();
        while let Some(found) = subjects.next().await {
            let (subject, _) = found.map_err(failed)?;
            let name = subject.strip_prefix(&self.prefix).and_then(|rest| rest.strip_suffix(".0"));
            names.extend(name.map(|name| name.trim_start_matches('.').to_string()));
        }
        names.sort();
        Ok(names)
    }

    /// Takes away all whose name begins with these words.
    pub(super) async fn clear(&self, words: &str) -> Result<(), TransportError> {
        self.stream.purge().filter(format!("{}.{words}.>", self.prefix)).await.map_err(failed)?;
        Ok(())
    }
}

/// The last message of a subject.
pub(super) async fn last(
    stream: &stream::Stream,
    subject: &str,
) -> Result<Option<jetstream::message::StreamMessage>, TransportError> {
    match stream.get_last_raw_message_by_subject(subject).await {
        Ok(message) => Ok(Some(message)),
        Err(error) if error.kind() == stream::LastRawMessageErrorKind::NoMessageFound => Ok(None),
        Err(error) => Err(failed(error)),
    }
}

/// A sum of bytes that tells torn things from whole ones.
pub(super) fn sum(bytes: &[u8]) -> u32 {
    let mut crc = flate2::Crc::new();
    crc.update(bytes);
    crc.sum()
}
