//! Cells that were measured before, here or by somebody else, as places of a race: grids are imported whole, stored runs are
//! replayed, and what knows studies knows them.

use crate::drive::Place;

/// Two layouts over reads and writes: 24 cells; raid5 writes a fifth less.
fn grid() -> String {
    let mut text = "layout,op,block_kib,depth,threads,value,order\n".to_owned();
    for (layout, share) in [("raid5", 0.8), ("raid10", 1.0)] {
        for (op, factor) in [("read", 1.0), ("write", share)] {
            for (kib, depth) in [(8, 1), (8, 4), (8, 16), (64, 1), (64, 4), (64, 16)] {
                let value = f64::from(kib * depth) * factor;
                text += &format!("{layout},{op},{kib},{depth},1,{value},random\n");
            }
        }
    }
    text
}

#[test]
fn an_imported_grid_is_shown_exported_compared_sized_and_raced_like_a_study() {
    let place = Place::new("recorded-import");
    let file = place.write("grid.csv", grid());
    let told = place.expect(0, &["results", "import", &file]).stdout;
    assert!(told.contains("run 1  grid  24 cells"), "{told}");
    let shown = place.expect(0, &["results", "show", "last"]).stdout;
    for part in
        ["24 cells of raid5, raid10", "Means of raid5 in MiB/s", "random writes", "(imported)"]
    {
        assert!(shown.contains(part), "{part}\n{shown}");
    }
    // raid5 reads 8 KiB at 8, 32 and 128 MiB/s.
    assert!(shown.contains("56.00"), "{shown}");
    let csv = place.expect(0, &["results", "export", "last"]).stdout;
    assert_eq!(csv.lines().count(), 25, "a header and each cell: {csv}");
    place.expect(0, &["report", "last", "-o", "page.html"]);
    assert!(place.read("page.html").contains("Means of raid10"));
    let size = place.call(&["size", "--need", "iops>=100, write=0", "--run", "1", "--json"]);
    assert!((0..=2).contains(&size.code) && size.stdout.contains("raid10"), "{}", size.stdout);

    // The race over the stored cells is that over the file.
    let words = ["--grid", "-kW -b(8,64) -o(1,4,16) -frandom", "--seed", "1", "--json"];
    let finding = |from: &str| {
        let ended = place.expect(0, &[&["compare", "--recorded", from][..], &words].concat());
        ended.json()["study"]["stages"][0]["finding"].clone()
    };
    let (by_run, by_file) = (finding("1"), finding(&file));
    assert_eq!(by_run["standings"][0]["name"], "raid10", "{by_run:#}");
    assert_eq!(by_run, by_file);
    // A race that was stored is replayed as well, and in a plan.
    let plan = place.write(
        "plan.toml",
        "[[stage]]\nstudy = \"compare\"\nrecorded = \"2\"\n\
         [[stage]]\nstudy = \"compare\"\nrecorded = \"1\"\ngrid = \"-kW -b8 -o(1,4,16) -frandom\"\n",
    );
    let told = place.expect(0, &["study", &plan, "--dry-run"]).stdout;
    assert!(told.contains("writes to  nothing"), "{told}");
    let ended = place.call(&["study", &plan, "--json"]);
    assert!((0..=2).contains(&ended.code), "{}", ended.stderr);
    for stage in ended.json()["study"]["stages"].as_array().expect("two stages") {
        assert_eq!(stage["finding"]["standings"][0]["name"], "raid10", "{stage:#}");
    }
    // No cell of either has an interval; together they tell.
    let diff = place.expect(0, &["diff", "1", "2"]);
    assert!(diff.stdout.contains("no difference"), "{}", diff.stdout);
}

#[test]
fn a_replay_of_fill_levels_is_of_each_level_and_what_holds_no_layouts_is_refused() {
    let place = Place::new("recorded-stored");
    let (a, b) = ("a=sim:hdd?disks=4&layout=raid10", "b=sim:hdd?disks=4&layout=raid5");
    let words = ["compare", "--layout", a, "--layout", b, "--fill", "10,50", "--seed", "2"];
    let ended = place.call(&[&words[..], &["--grid", "-kW -b8 -o4 -frandom"]].concat());
    assert!((0..=2).contains(&ended.code), "{}", ended.stderr);
    let again = place.call(&["compare", "--recorded", "last", "--json"]);
    assert!((0..=2).contains(&again.code), "{}", again.stderr);
    for name in ["a at 10 %", "a at 50 %", "b at 10 %", "b at 50 %"] {
        assert!(again.stdout.contains(name), "{name}\n{}", again.stdout);
    }
    let shelf = "sim:hdd?disks=4&layout=none";
    place.expect(0, &["calibrate", shelf, "--seed", "1"]);
    place.expect(3, &["compare", "--recorded", "last"]).tells("holds no cells of layouts");
    // Nothing is built for what is known already.
    let both = ["compare", "--recorded", "1", "--build", "raid0", "--disks", "/dev/x"];
    place.expect(3, &both).tells("--build");
    place.expect(3, &["compare", "--recorded", "77"]).tells("there is no run 77");
    place.write("bad.csv", "layout,op,block_kib,depth,threads,value\na,read,8,0,1,5\n");
    place.expect(3, &["results", "import", "bad.csv"]).tells("bad.csv:2: the depth is `0`");
}
