//! Learning: the same seed gives the same model, also in pieces; what it learns is of use.

use phidelta_games::learn::{LearnError, ModelError, Plan, start};

fn plan(game: &str, positions: usize) -> Plan {
    Plan::new(game, positions, 1)
}

#[test]
fn a_course_in_pieces_is_the_same_course() {
    in_pieces(&plan("othello-6x6", 400));
    in_pieces(&plan("shogi", 3));
}

/// A course that is stopped after every step and taken up again ends with the same model.
fn in_pieces(plan: &Plan) {
    let mut whole = start(plan, None).unwrap();
    let mut lines = Vec::new();
    while let Some(line) = whole.step() {
        lines.push(line);
        assert_eq!(whole.done(), lines.len());
    }
    assert_eq!(lines.len(), whole.steps());
    let model = whole.model().unwrap();
    assert_eq!(model.made_by, plan.command());

    let mut pieces = start(plan, None).unwrap();
    // Its last step, the trial, leaves nothing to keep.
    for line in &lines[..lines.len() - 1] {
        assert_eq!(pieces.model(), None);
        let kept = pieces.so_far().to_bytes();
        pieces = start(plan, Some(&kept)).unwrap();
        assert_eq!(pieces.step().as_ref(), Some(line));
    }
    assert_eq!(pieces.model(), Some(model));
}

#[test]
fn what_was_kept_of_another_course_is_refused() {
    let mut course = start(&plan("othello-6x6", 32), None).unwrap();
    course.step();
    let kept = course.so_far().to_bytes();
    let error = |plan: &Plan, bytes: &[u8]| start(plan, Some(bytes)).err().expect("refused");
    assert!(matches!(error(&plan("othello-6x6", 33), &kept), LearnError::OtherCourse { .. }));
    assert!(matches!(error(&plan("othello", 32), &kept), LearnError::Model(ModelError::OtherGame { .. })));
    let mut cut = course.so_far();
    cut.contents = vec![0; 5];
    assert!(matches!(
        error(&plan("othello-6x6", 32), &cut.to_bytes()),
        LearnError::Model(ModelError::Damaged(_))
    ));
    assert!(matches!(start(&plan("chess", 32), None), Err(LearnError::NoCourse(_))));
}
