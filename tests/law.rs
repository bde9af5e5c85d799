//! The law files: what the embedded ones hold, and what the loader says of faulty ones.

use jadoube::law::{codes, load};

#[test]
fn every_embedded_code_loads_with_each_of_its_readings() {
    for embedded in codes::embedded() {
        let code = load(embedded.text)
            .map_err(|error| miette::Report::new(error.named(embedded.id)))
            .unwrap_or_else(|report| panic!("{report:?}"));
        assert_eq!(&*code.id, embedded.id);
    }
}
