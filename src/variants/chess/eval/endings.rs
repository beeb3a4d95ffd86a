//! End games that the counts misjudge: what cannot be won, and how a lone king is mated.

use super::weights::Group;
use crate::bits::BitSet;
use crate::game::weights::Trace;
use crate::geometry::board8x8::{DARK_SQUARES, FILE_A, FILE_H, file_of, rank_of};
use crate::variants::common8x8::Kind;
use crate::variants::common8x8::sets::distance;
use crate::variants::common8x8::view::{View, count};

/// The whole of a value.
pub const FULL: i32 = 64;

/// Values of pieces by which winning chances are told: a minor piece is 3.
const VALUES: [i32; 6] = [0, 3, 3, 5, 9, 0];
const MINOR: i32 = 3;
const ROOK: i32 = 5;

fn pieces(men: impl Fn(Kind) -> u64) -> i32 {
    Kind::ALL.into_iter().map(|kind| VALUES[kind as usize] * count(men(kind))).sum()
}

/// How much of the value stays, middle game and end game, out of [`FULL`], for the side that stands better, whose view it
/// is. What cannot be won loses both.
pub fn scales(view: &View) -> (i32, i32) {
    let both = |scale| (scale, scale);
    let pawns = count(view.own(Kind::Pawn));
    if pawns == 0 {
        return both(without_pawns(view));
    }
    if is_wrong_corner(view) {
        return both(0);
    }
    let (own, other) = (view.own(Kind::Bishop), view.other(Kind::Bishop));
    let single = own != 0 && other != 0 && !own.many() && !other.many();
    let opposite = single && (own & DARK_SQUARES == 0) != (other & DARK_SQUARES == 0);
    if opposite && view.own_pieces() == own && view.other_pieces() == other {
        return both(20 + 4 * pawns);
    }
    let most = if opposite { 48 } else { FULL };
    (FULL, most.min(40 + 6 * pawns))
}

/// Without pawns a minor piece's advantage wins nothing, nor do two knights.
fn without_pawns(view: &View) -> i32 {
    let (own, other) = (pieces(|kind| view.own(kind)), pieces(|kind| view.other(kind)));
    let knights_only = view.own_pieces() == view.own(Kind::Knight);
    if own <= MINOR || knights_only && own <= 2 * MINOR {
        0
    } else if own - other > MINOR {
        FULL
    } else if own <= ROOK {
        6
    } else {
        14
    }
}

/// Bishops and pawns of one edge file whose corner they do not attack, and the other king there.
fn is_wrong_corner(view: &View) -> bool {
    let (pawns, bishops) = (view.own(Kind::Pawn), view.own(Kind::Bishop));
    let one_file = pawns & !FILE_A == 0 || pawns & !FILE_H == 0;
    if !one_file || view.own_pieces() != bishops {
        return false;
    }
    let corner = if pawns & FILE_A != 0 { 56 } else { 63 };
    let colour = if DARK_SQUARES.has(corner) { DARK_SQUARES } else { !DARK_SQUARES };
    bishops & colour == 0 && distance(view.other_king, corner) <= 1
}

/// Counts the way to mate a lone king, if there is enough to do it.
pub fn mate<T: Trace<Group>>(view: &View, trace: &mut T) {
    if view.other_men != view.other(Kind::King) || without_pawns(view) == 0 {
        return;
    }
    let king = view.other_king;
    let off_middle = |at: usize| if at < 4 { 3 - at } else { at - 4 } as i32;
    trace.add(Group::MateEdge, 0, off_middle(file_of(king)) + off_middle(rank_of(king)));
    trace.add(Group::MateKings, 0, 7 - distance(king, view.own_king));
    let (knights, bishops) = (view.own(Kind::Knight), view.own(Kind::Bishop));
    if view.own_pieces() == knights | bishops && !knights.many() && !bishops.many() {
        let corners = if bishops & DARK_SQUARES != 0 { [0, 63] } else { [7, 56] };
        let nearest = corners.map(|corner| distance(king, corner)).into_iter().min().unwrap_or(7);
        trace.add(Group::MateCorner, 0, 7 - nearest);
    }
}
