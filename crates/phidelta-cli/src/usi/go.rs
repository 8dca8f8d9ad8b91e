//! The command `go`: what is asked, within which limits.

use std::time::Duration;

/// Share of the clock that a move may take beside byoyomi and increment: a twentieth, so that a game of
/// any length can be played with it.
const CLOCK_SHARE: u64 = 20;

/// What kind of answer is waited for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reply {
    /// `checkmate …`
    Checkmate,
    /// `bestmove …`
    BestMove,
}

/// What `go` said. Times are in milliseconds.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Go {
    mate: bool,
    infinite: bool,
    ponder: bool,
    nodes: Option<u64>,
    mate_time: Option<u64>,
    move_time: Option<u64>,
    byoyomi: Option<u64>,
    /// By colour.
    clock: [Option<u64>; 2],
    increment: [Option<u64>; 2],
    ignored: Option<String>,
}

impl Go {
    /// Reads what follows `go`.
    pub(super) fn read<'a>(words: impl Iterator<Item = &'a str>) -> Result<Go, String> {
        let mut go = Go::default();
        let mut words = words.peekable();
        while let Some(word) = words.next() {
            let place = match word {
                "mate" => {
                    go.mate = true;
                    // Alone it is as good as infinite.
                    if words.next_if_eq(&"infinite").is_some()
                        || matches!(words.peek(), None | Some(&"nodes"))
                    {
                        continue;
                    }
                    &mut go.mate_time
                }
                "infinite" => {
                    go.infinite = true;
                    continue;
                }
                "ponder" => {
                    go.ponder = true;
                    continue;
                }
                "nodes" => &mut go.nodes,
                "byoyomi" => &mut go.byoyomi,
                "btime" => &mut go.clock[0],
                "wtime" => &mut go.clock[1],
                "binc" => &mut go.increment[0],
                "winc" => &mut go.increment[1],
                "movetime" => &mut go.move_time,
                _ => {
                    go.ignored.get_or_insert_with(|| word.to_string());
                    continue;
                }
            };
            let value = words.next().and_then(number);
            let value = value.ok_or_else(|| format!("go {word}: expected a whole number after it"))?;
            *place = Some(value);
        }
        Ok(go)
    }

    /// The first word that means nothing here.
    pub(super) fn ignored(&self) -> Option<&str> {
        self.ignored.as_deref()
    }

    /// What kind of answer is waited for.
    pub(super) fn reply(&self) -> Reply {
        if self.mate { Reply::Checkmate } else { Reply::BestMove }
    }

    /// The answer if nothing can be searched.
    pub(super) fn nothing_to_do(&self) -> &'static str {
        match self.reply() {
            Reply::Checkmate => "checkmate notimplemented",
            Reply::BestMove => "bestmove resign",
        }
    }

    /// Whether the answer has to wait for `stop`: so the protocol wants it for `go infinite`, not for
    /// `go mate infinite`; and for `go ponder`, where `ponderhit` ends the waiting, too.
    pub(super) fn holds(&self) -> bool {
        (self.infinite || self.ponder) && !self.mate
    }

    /// Whether it is the opponent's time that is used, until `ponderhit`.
    pub(super) fn ponders(&self) -> bool {
        self.ponder && !self.mate
    }

    /// The node limit.
    pub(super) fn nodes(&self) -> Option<u64> {
        self.nodes
    }

    /// The time within which the side to move has to answer.
    pub(super) fn time(&self, white: bool) -> Option<Duration> {
        let side = usize::from(white);
        let given = self.mate_time.into_iter().chain(self.move_time).min();
        let limit = if self.infinite || given.is_some() {
            given
        } else {
            let own = self.clock[side].map(|clock| clock / CLOCK_SHARE);
            [own, self.increment[side], self.byoyomi].into_iter().flatten().reduce(u64::saturating_add)
        };
        limit.map(Duration::from_millis)
    }
}

/// A count or a time. Less than nothing, which some programs send for a clock that has run out, is
/// nothing; more than fits is the most that fits.
fn number(word: &str) -> Option<u64> {
    let digits = word.strip_prefix('-').unwrap_or(word);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(if digits.len() < word.len() { 0 } else { digits.parse().unwrap_or(u64::MAX) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go(text: &str) -> Go {
        Go::read(text.split_whitespace()).unwrap()
    }

    fn millis(text: &str) -> Option<u128> {
        go(text).time(true).map(|time| time.as_millis())
    }

    #[test]
    fn every_form_is_understood() {
        assert_eq!((go("mate infinite").reply(), millis("mate infinite")), (Reply::Checkmate, None));
        assert_eq!((go("mate").reply(), millis("mate 500")), (Reply::Checkmate, Some(500)));
        assert_eq!((go("mate nodes 7").nodes(), go("nodes 7 mate 5").nodes()), (Some(7), Some(7)));
        assert!(!go("mate infinite").holds() && go("infinite").holds() && !go("").holds());
        assert_eq!((go("").reply(), millis("")), (Reply::BestMove, None));
        assert_eq!((millis("movetime 30"), millis("byoyomi 1000")), (Some(30), Some(1000)));
        assert_eq!(millis("btime 7 wtime 2000 byoyomi 1000"), Some(1100));
        assert_eq!(millis("btime 7 wtime 2000 binc 9 winc 50"), Some(150));
        assert_eq!(millis("btime 0 wtime -300 byoyomi 0"), Some(0));
        assert_eq!(millis("mate 99999999999999999999999999"), Some(u128::from(u64::MAX)));
        assert_eq!(go("depth 5").ignored(), Some("depth"));
        assert!(go("ponder byoyomi 500").ponders() && go("ponder").holds() && !go("infinite").ponders());
        assert_eq!(millis("ponder byoyomi 500"), Some(500));
    }

    #[test]
    fn half_commands_are_refused() {
        for text in ["mate x", "mate 1.5", "mate -", "nodes", "nodes x", "byoyomi", "movetime", "btime wtime"]
        {
            assert!(Go::read(text.split_whitespace()).is_err(), "{text}");
        }
    }
}
