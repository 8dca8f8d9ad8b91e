//! Whoever looks on sees what is checked; whoever has asked a question sees whether it is answered.

use crate::common::forger::*;
use phidelta_check::{Claim, Goal, Leads, Limits, Mismatch, Said, Seen, Visitor, check_with, referee};

// 10: the question that was asked.

#[test]
fn an_answer_to_another_question_is_none() {
    let checked = accepted(&connect4());
    let said = Said::from_words("win", "proved").unwrap();
    let asked = Claim { game: "connect4".into(), rules: "3x2k2".into(), position: "//".into(), said };
    assert_eq!((checked.shows(&asked), checked.claim()), (Ok(()), asked.clone()));
    let other = |change: &dyn Fn(&mut Claim)| {
        let mut claim = asked.clone();
        change(&mut claim);
        checked.shows(&claim).unwrap_err()
    };
    assert!(matches!(other(&|claim| claim.game = "uttt".into()), Mismatch::Game(_)));
    assert!(matches!(other(&|claim| claim.rules = "3x2k3".into()), Mismatch::Rules(_)));
    assert!(matches!(other(&|claim| claim.position = "X//".into()), Mismatch::Position(_)));
    assert!(matches!(
        other(&|claim| claim.said = Said::from_words("draw", "proved").unwrap()),
        Mismatch::Question(_)
    ));
    assert!(matches!(
        other(&|claim| claim.said = Said::from_words("win", "disproved").unwrap()),
        Mismatch::Answer(_)
    ));
    assert!(matches!(
        other(&|claim| claim.said = Said::from_words("value", "win").unwrap()),
        Mismatch::Question(_)
    ));
    let said = other(&|claim| claim.position = "X\u{1b}//".into()).to_string();
    assert_eq!(said, "the certificate is that of another position: '//', expected 'X\\u{1b}//'");
    for (question, answer) in [
        ("win", "proved"),
        ("draw", "disproved"),
        ("score>=-4", "proved"),
        ("value", "win"),
        ("value", "draw"),
        ("value", "loss"),
        ("score", "-12"),
        ("score", "0"),
    ] {
        let said = Said::from_words(question, answer).unwrap();
        assert_eq!((said.question().as_str(), said.answer().as_str()), (question, answer));
        assert_eq!(said.to_string(), format!("{question} {answer}"));
    }
    for (question, answer) in [
        ("win", "win"),
        ("value", "proved"),
        ("score", "proved"),
        ("", "proved"),
        ("score>=", "proved"),
        ("score>=1 ", "proved"),
        ("win", ""),
    ] {
        assert_eq!(Said::from_words(question, answer), None, "{question} {answer}");
    }
}

// 9: looking on.

#[derive(Default)]
struct Notes {
    lines: Vec<String>,
    most: usize,
}

impl Visitor for Notes {
    fn claim(&mut self, claim: &Claim) -> Result<(), String> {
        self.lines.push(format!("{} {} {} {}", claim.game, claim.rules, claim.position, claim.said));
        Ok(())
    }

    fn part(&mut self, goal: Goal, proved: bool, ranked: bool) -> Result<(), String> {
        self.lines.push(format!("part {goal} {proved} {ranked}"));
        Ok(())
    }

    fn position(&mut self, seen: &Seen<'_>) -> Result<(), String> {
        let Seen { index, line, attacks, depth, moves, .. } = seen;
        self.lines.push(format!("{index} {line:?} {attacks} {depth:?} {} {moves:?}", seen.position()));
        if self.lines.len() == self.most { Err("no more\u{1b}".into()) } else { Ok(()) }
    }

    fn forget(&mut self, line: u64) -> Result<(), String> {
        self.lines.push(format!("forget {line}"));
        Ok(())
    }

    fn end(&mut self, root: Leads) -> Result<(), String> {
        self.lines.push(format!("end {root:?}"));
        Ok(())
    }
}

#[test]
fn a_visitor_sees_what_is_checked() {
    let text = connect4().replace("end\t2", "forget\t1\nend\t2");
    let mut notes = Notes::default();
    let checked = check_with(text.as_bytes(), &Limits::default(), &mut notes).unwrap();
    assert_eq!(checked, judge(&text).unwrap());
    assert_eq!(
        notes.lines,
        [
            "connect4 3x2k2 // win proved",
            "part win true true",
            r#"0 None true Some(1) XO// [("2", End)]"#,
            r#"1 None true Some(1) X/O/ [("1", End)]"#,
            r#"2 None true Some(1) X//O [("1", End)]"#,
            r#"3 Some(1) false Some(2) X// [("1", Told(0)), ("2", Told(1)), ("3", Told(2))]"#,
            r#"4 Some(2) true Some(3) // [("1", Line(1))]"#,
            "forget 1",
            "end Line(2)",
        ]
    );
    let mut notes = Notes { most: 4, ..Notes::default() };
    let refusal = check_with(text.as_bytes(), &Limits::default(), &mut notes).unwrap_err();
    assert_eq!((refusal.line, refusal.reason.as_str()), (Some(7), "move 2: no more\\u{1b}"));
    let mut notes = Notes::default();
    let text = closed(&["1 A B 2 C 3", "2 B A 1", "3 C A 1", "end 1 3 4"]);
    check_with(text.as_bytes(), &Limits::default(), &mut notes).unwrap();
    assert_eq!(notes.lines[2], r#"0 Some(1) true None A [("B", Line(2)), ("C", Line(3))]"#);
}

#[test]
fn a_referee_knows_the_rules() {
    let referee = referee("connect4", "3x2k2", "X//").unwrap();
    assert_eq!(referee.root(), "X//");
    assert_eq!(
        (referee.attacks("X//"), referee.attacks("//"), referee.attacks("///")),
        (Some(true), Some(false), None)
    );
    assert_eq!(referee.after("X//", "2").as_deref(), Some("X/O/"));
    assert_eq!((referee.after("X//", "4"), referee.after("X", "1")), (None, None));
    assert!(phidelta_check::referee("chess", "", "").is_err());
    assert!(phidelta_check::referee("connect4", "3x2k2", "O//").is_err());
}
