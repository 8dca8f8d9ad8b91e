//! Lists in the documentation are whole.

/// The items of a trait that have a default.
fn optional_items(source: &str, head: &str) -> Vec<String> {
    let (_, body) = source.split_once(head).expect("the trait");
    let (body, _) = body.split_once("\n}\n").expect("its end");
    let items = body.split("\n    ").filter_map(|row| {
        let (kind, rest) = row.split_once(' ')?;
        let name = rest.split(|c: char| !c.is_alphanumeric() && c != '_').next()?;
        let signature = &body[body.find(row)?..];
        let ends = signature.find(['{', ';', '='])?;
        let has_default = &signature[ends..=ends] != ";";
        (matches!(kind, "fn" | "const") && has_default).then(|| name.to_string())
    });
    items.collect()
}

#[test]
fn the_front_page_lists_everything_that_a_game_can_add() {
    let page = include_str!("../src/lib.rs");
    let (_, list) = page.split_once("# What a game can add").expect("the list");
    let items = optional_items(include_str!("../src/game.rs"), "pub trait Game {");
    assert!(items.len() > 25 && items.contains(&"ACYCLIC".into()), "{items:?}");
    assert!(!items.contains(&"moves".into()), "six methods have to be there: {items:?}");
    for item in items {
        assert!(list.contains(&format!("[`Game::{item}`]")), "{item} is missing in the list of extras");
    }
}
