//! Items for the tests, benches and fuzz targets of this package. They change without notice.

pub mod audit {
    pub use crate::audit::{
        BaselineMode, CodeChoice, DiagramChoice, DocumentAudit, Doubts, InputOptions, Inputs, LawFiles,
        LawOfDay, NoProgress, Progress, Selection, Settings, Sink, Summary, TextChange, audit_bytes,
        audit_bytes_under, run,
    };
}

pub mod chess {
    pub use crate::chess::{
        Bitboard, CastlingSquares, CheckSign, Color, Fen, File, Man, Meaning, Move, MoveKind, Play, Position,
        Rank, Resolved, Role, San, Side, Square, castling_squares,
    };
}

pub mod cli {
    pub use crate::cli::{Terminal, run};
}

pub mod compare {
    pub use crate::compare::{Column, Comparison, Row, compare_bytes, is_comparable};
}

pub mod encoding {
    pub use crate::encoding::Encoding;
}

pub mod explain {
    pub use crate::explain::{article, articles, code, origin, rule};
}

pub mod finding {
    pub use crate::finding::{
        Course, Disposition, FileEdit, Finding, Fingerprint, Fix, FixClass, GameReport, Location, Reason,
        Score, Severity, Stance, Standing, Tags, Verdict, WindowState,
    };
}

pub mod game {
    pub use crate::game::{Act, Event, Field, MadeMove, MoveSource, Record, RecordBuilder, TimeControl};
}

pub mod input {
    pub use crate::input::{
        Chunk, Chunks, DecompressedSource, FileSet, ForeignData, Format, FrameSeams, Glob, Globs, InputError,
        InputErrorKind, Inputs, Limits, OpenOptions, SetShare, Shard, ShardNumbering, ShardRequest, Share,
        Source, SourceLocation, SourcePosition, Sources,
    };
}

pub mod law {
    pub use crate::law::{
        Binds, Chooser, Code, Coverage, Family, LawText, OnBoard, OtherReading, Person, Predicate, Provision,
        RemedyKind, RetractTo, Rule, Silence, Stalemate, TimePart, Voice, WindowId, Winner, codes, load,
        load_with_readings, review, skeleton, vocabulary, words,
    };
}

pub mod pgn {
    pub use crate::pgn::{Command, NextGame, Reader, boundary, command};
}

pub mod report {
    pub use crate::report::{Column, Format, Jsonl, TableId, game_line};
}

pub mod search {
    pub use crate::search::{Budget, Meter, dead, mate, perpetual};
}

pub mod series {
    pub use crate::series::Grouping;
}

pub mod shards {
    pub use crate::shards::{CutSettings, cut};
}

pub mod tournament {
    pub use crate::tournament::TournamentFile;
}
