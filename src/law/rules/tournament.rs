//! The rules that compare games with the report of their tournament.

macro_rules! tournament_rules {
    ($next:ident $($rest:tt)*) => { $next! {
        $($rest)*

        /// The score of a game is not that of the tournament report.
        /// The result of the record is compared with the results in the rows of both players. If these contradict each other, only
        /// `tournament.points` is reported. A record without a result is reported at info. The rule needs a report
        /// (`--tournament FILE`).
        TournamentScore(Tournament) "tournament.score";

        /// The board contradicts the score in the tournament report.
        /// The moves end in checkmate, in stalemate, in a dead position or in another draw by law, and the report gives another
        /// score. The finding names the score of the law, of the record and of the report, and cites the article, if the code
        /// has one for it. The rule needs a report (`--tournament FILE`).
        TournamentLaw(Tournament) "tournament.law";

        /// The players, their colours or the round are not those of the tournament report.
        /// Both players are in the report, but in this round they have other opponents, or the other colours, or they meet in
        /// another round. An opponent in the report who has no row is reported too, and so are players who meet although the
        /// report prohibits it (record `260`); opponents who meet twice in a Swiss tournament are reported at info. Boards are
        /// not compared, because a report does not number them. The rule needs a report (`--tournament FILE`).
        TournamentPairing(Tournament) "tournament.pairing";

        /// A game of the tournament report has no record, or a record is of a game that the report does not have.
        /// Only games that were played and rated need a record, and none is reported as missing if a record that cannot be
        /// matched with certainty may be of it, or if a part of the input cannot be read. If all games of a round are
        /// missing, or more than 20, one finding says so, and missing games are info if a record that is not recognised may
        /// be of their round. Records whose players are not recognised, those of other tournaments (by their dates or their
        /// event) and each round that the report lacks are reported once, and a game with only one player of the report is
        /// info unless it has the event of the tournament. The rule needs a report (`--tournament FILE`).
        TournamentMissingGame(Tournament) "tournament.missing-game";

        /// A forfeit or a bye has moves, or a game that was played has none.
        /// The report has `+`, `-` or a bye (`F`, `H`, `U`, `Z`) for a player, and the record has moves; or it has `1`, `=` or `0`,
        /// and the record has no moves. `W`, `D` and `L` mean results of games with less than one move, so both are
        /// possible. A bye may also be in record `240` or `320`, and the forfeit of a match of teams in record `330`. The rule
        /// needs a report (`--tournament FILE`).
        TournamentForfeit(Tournament) "tournament.forfeit";

        /// The rows of a tournament report contradict each other, or the points are not those of the results.
        /// The rows of two opponents must name each other, with different colours and with results that fit. The points of a
        /// player must be the sum of the results, by the values that the report states, or else by 1-½-0 or 3-1-0, if only one of
        /// them fits most players. Fictitious points (records `250` and `XXA`) may be part of the sum or not, and the game points of
        /// a team (record `310`) must be those of its players, unless one of them has a bye. The rule needs a report (`--tournament FILE`).
        TournamentPoints(Tournament) "tournament.points";

        /// A name, a FIDE id or a rating is not that of the tournament report.
        /// A name that is written with other accents, in another order or with a shortened given name is reported at info; one
        /// that is misspelt, or another name in the place of the opponent, at warning; each difference about a player
        /// is reported once. If the ids or ratings of more than a third of the players differ, they are of another list, and
        /// reported at info. Within the report, starting ranks and FIDE ids must be unique. The rule needs a report
        /// (`--tournament FILE`).
        TournamentIdentity(Tournament) "tournament.identity";

        /// A date or a time control is not that of the tournament report.
        /// The date of a game is compared with that of its round, or else with the dates of the tournament; the time control
        /// with the rate of play, if that can be understood in one way only. If most records differ, the finding is in the
        /// report. The rule needs a report (`--tournament FILE`).
        TournamentSchedule(Tournament) "tournament.schedule";

        /// Two records are of one pairing of the tournament report.
        /// The later record is reported and names the first one, unless it is reported as a copy (`record.duplicate-game`). Files that an electronic board writes beside the file of
        /// all games are left out. The rule needs a report (`--tournament FILE`).
        TournamentDouble(Tournament) "tournament.double";
    } };
}

pub(super) use tournament_rules;
