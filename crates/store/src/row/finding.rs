//! What the stages of a study concluded, as documents.

use super::Float;
use super::cell::{BytesDoc, LoadDoc, MeasuredDoc};
use super::header::{EstimateDoc, RoleDoc};
use super::stored::{Stored, cases, fields};
use record::calibrate::{
    CalibrateConfig, CalibrateFinding, DiskFinding, Group, Judgement, LoadFinding,
};
use record::ladder::{Fall, LadderFinding, Rung};
use record::race::{
    Answer, Criterion, Fate, GroupFinding, GroupKind, Point, RaceFinding, RacedCell, Score,
    Setting, SettingFinding, SettingValue, Standing,
};
use record::scale::{Hinge, Law, Saturation, ScaleConfig, ScaleFinding, ScalePoint, Usl};
use record::{Drift, Finding, ReferenceCell, RoleFinding, Until};

cases! {
    FindingDoc = Finding {
        Calibrate(of: CalibrateDoc),
        Scale(of: ScaleDoc),
        Race(of: RaceDoc),
        Ladder(of: LadderDoc),
        Ramp(of: RoleDoc),
    }
}

impl Stored for RoleDoc {
    type Live = RoleFinding;

    fn of(live: &RoleFinding) -> Self {
        Self::from(live)
    }

    fn live(self) -> Result<RoleFinding, String> {
        Self::live(self)
    }
}

fields! {
    UntilDoc = Until { half_width: Float, time_min_ns: u64, time_max_ns: u64, warm_up_ns: u64 }
}

fields! {
    DriftDoc = Drift {
        cells: Vec<ReferenceDoc>,
        change: EstimateDoc,
        excursion: Float,
        wander: Float,
        matters: bool,
    }
}

fields! {
    ReferenceDoc = ReferenceCell { began_s: Float, mibps: EstimateDoc }
}

fields! {
    CalibrateDoc = CalibrateFinding {
        config: CalibrateConfigDoc,
        loads: Vec<LoadFindingDoc>,
        whole: bool,
    }
}

fields! {
    CalibrateConfigDoc = CalibrateConfig {
        disks: Vec<String>,
        loads: Vec<LoadDoc>,
        until: UntilDoc,
        seed: u64,
        false_alarm_rate: Float,
        practical: Float,
        rounds_max: u32,
    }
}

fields! {
    LoadFindingDoc = LoadFinding {
        load: LoadDoc,
        groups: Vec<GroupDoc>,
        disks: Vec<DiskDoc>,
        noise: Option<Float>,
        rounds: u32,
        whole: bool,
    }
}

fields! {
    GroupDoc = Group { mibps: Float, disks: usize, spread: Option<Float> }
}

fields! {
    DiskDoc = DiskFinding {
        name: String,
        mibps: EstimateDoc,
        deviation: EstimateDoc,
        judgement: JudgementDoc,
        chance: Option<Float>,
        group: usize,
        cells: usize,
        seconds: Float,
        settled: bool,
        errors: u64,
        failure: Option<String>,
    }
}

cases! {
    JudgementDoc = Judgement { Open, Like, Cleared, Slow, Fast, CannotTell, OneOfTwo, Alone, Failed }
}

fields! {
    ScaleDoc = ScaleFinding {
        config: ScaleConfigDoc,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        left_aside: Option<Float>,
        points: Vec<ScalePointDoc>,
        saturation: SaturationDoc,
        slope: EstimateDoc,
        law: LawDoc,
        hinge: Option<HingeDoc>,
        usl: Option<UslDoc>,
        falls: Option<(usize, Float)>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cpus_full: Option<Float>,
        whole: bool,
    }
}

fields! {
    ScaleConfigDoc = ScaleConfig {
        disks: Vec<String>,
        load: LoadDoc,
        until: UntilDoc,
        seed: u64,
        cells_max: usize,
        // Came later: the first stored studies do not have it.
        #[serde(default)]
        alone: Vec<Float>,
    }
}

fields! {
    ScalePointDoc = ScalePoint {
        disks: usize,
        mibps: EstimateDoc,
        iops: Float,
        latency_ns_mean: Float,
        cells: usize,
        seconds: Float,
        settled: bool,
        errors: u64,
    }
}

cases! {
    SaturationDoc = Saturation {
        Open,
        NotReached { at_least: Float },
        Reached { count: usize, knee: EstimateDoc, plateau: EstimateDoc },
    }
}

cases! {
    LawDoc = Law { Open, Linear, Hinge, Usl, None }
}

fields! {
    HingeDoc = Hinge { slope: Float, cap: Float, sharpness: Float }
}

fields! {
    UslDoc = Usl { lambda: Float, sigma: Float, kappa: Float }
}

fields! {
    RaceDoc = RaceFinding {
        standings: Vec<StandingDoc>,
        answer: AnswerDoc,
        why: String,
        groups: Vec<GroupFindingDoc>,
        cells: Vec<RacedDoc>,
        points: Vec<PointDoc>,
        score: ScoreDoc,
        // Came later: earlier races are ranked by throughput.
        #[serde(default = "CriterionDoc::throughput", skip_serializing_if = "CriterionDoc::is_throughput")]
        criterion: CriterionDoc,
        practical: Float,
        rounds: usize,
        rounds_max: usize,
        seconds: Float,
        drift_percent_per_hour: Option<EstimateDoc>,
        // Came later: the first stored studies do not have it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        settings: Vec<SettingFindingDoc>,
    }
}

fields! {
    SettingFindingDoc = SettingFinding {
        setting: SettingDoc,
        values: Vec<SettingValueDoc>,
        answer: AnswerDoc,
        cells: usize,
        cells_max: usize,
    }
}

fields! {
    SettingValueDoc = SettingValue { label: String, mean_mibps: Float, cells: usize }
}

cases! {
    SettingDoc = Setting { Block, Depth, Threads, Direction, Order }
}

cases! {
    AnswerDoc = Answer {
        Best(of: usize),
        NoDifference(of: Vec<usize>),
        CannotTell(of: Vec<usize>),
        NotYet(of: Vec<usize>),
        NoneRan,
    }
}

cases! {
    FateDoc = Fate { Raced, Dropped { round: usize, by: usize }, Out { reason: String } }
}

cases! {
    ScoreDoc = Score { Mean, Ratio }
}

cases! {
    CriterionDoc = Criterion { Throughput, Price, LatencyP99 }
}

impl CriterionDoc {
    fn throughput() -> Self {
        Self::Throughput
    }

    fn is_throughput(&self) -> bool {
        matches!(self, Self::Throughput)
    }
}

fields! {
    StandingDoc = Standing {
        candidate: usize,
        name: String,
        mean_mibps: EstimateDoc,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        latency_ns_p99: Option<EstimateDoc>,
        lead: EstimateDoc,
        over: Option<usize>,
        cells: usize,
        fate: FateDoc,
        price: Option<Float>,
        usable: Option<BytesDoc>,
        may_fail: Option<u32>,
        price_per_mibps: Option<Float>,
        price_per_tib: Option<Float>,
        head_room: Option<Float>,
    }
}

cases! {
    GroupKindDoc = GroupKind { Block, Direction, Order, Depth, Role, Fill }
}

fields! {
    GroupFindingDoc = GroupFinding {
        kind: GroupKindDoc,
        label: String,
        points: usize,
        means_mibps: Vec<EstimateDoc>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        latencies_ns_p99: Vec<EstimateDoc>,
        answer: AnswerDoc,
        lead: Option<EstimateDoc>,
        // These came later: the first stored studies do not have them.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        leads: Vec<EstimateDoc>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        seen: Vec<usize>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        unproven: Vec<usize>,
    }
}

fields! {
    RacedDoc = RacedCell {
        candidate: usize,
        point: usize,
        fill_percent: u8,
        round: usize,
        repeat: u32,
        measured: MeasuredDoc,
    }
}

fields! {
    PointDoc = Point { load: LoadDoc, weight: Float, group: String }
}

fields! {
    LadderDoc = LadderFinding {
        rungs: Vec<RungDoc>,
        knee: Option<u32>,
        gain_min: Float,
        whole: bool,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        fall: Option<FallDoc>,
    }
}

fields! {
    FallDoc = Fall { depth: u32, again: MeasuredDoc, fleeting: Vec<u32> }
}

fields! {
    RungDoc = Rung { depth: u32, measured: MeasuredDoc, gain: Option<Float> }
}
