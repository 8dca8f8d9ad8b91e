//! tmp
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let plan =
        phidelta_games::learn::Plan { game: "shogi".into(), positions: args[1].parse().unwrap(), seed: 1 };
    let mut course = phidelta_games::learn::start(&plan, None).unwrap();
    while let Some(told) = course.step() {
        println!("{told}");
    }
    std::fs::write(&args[2], course.model().unwrap().to_bytes()).unwrap();
}
