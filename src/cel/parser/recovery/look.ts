import { grammar, type Piece } from "./grammar.ts";

/** A position in a rule: an element of a sequence, and the position at which parsing continues after the sequence. */
export interface Place {
  readonly pieces: readonly Piece[];
  readonly index: number;
  readonly behind: Place | undefined;
}

/** The invocation of a rule, with the position at which the caller continues. */
export interface Context {
  readonly follow: Place;
  readonly parent: Context | undefined;
}

/** The possible next tokens; `ends` means that the rule may end here. */
export interface Look {
  readonly tokens: ReadonlySet<number>;
  readonly ends: boolean;
}

export const placeAfter = ({ pieces, index, behind }: Place): Place => ({ pieces, index: index + 1, behind });

/** Lookahead by sequence and index, without the tokens that may follow the sequence. */
const looks = new WeakMap<readonly Piece[], (Look | undefined)[]>();

function lookInto(pieces: readonly Piece[], index: number): Look {
  const ofSequence = looks.get(pieces) ?? [];
  looks.set(pieces, ofSequence);
  return (ofSequence[index] ??= lookFrom(pieces, index));
}

function lookFrom(pieces: readonly Piece[], index: number): Look {
  const piece = pieces[index];
  if (piece === undefined) return { tokens: new Set(), ends: true };
  const tokens = new Set(firstOf(piece));
  if (piece.kind !== "optional" && piece.kind !== "loop") return { tokens, ends: false };
  const rest = lookInto(pieces, index + 1);
  for (const kind of rest.tokens) tokens.add(kind);
  return { tokens, ends: rest.ends };
}

/** Returns the first tokens of an element. Alternatives of a choice are never empty. */
function firstOf(piece: Piece): Iterable<number> {
  switch (piece.kind) {
    case "token":
      return piece.tokens;
    case "rule":
      return lookInto(grammar[piece.rule], 0).tokens;
    case "optional":
    case "loop":
      return lookInto(piece.body, 0).tokens;
    case "repeat":
      return firstOf(piece.token);
    case "choice":
      return piece.alternatives.flatMap((alternative) => [...lookInto(alternative, 0).tokens]);
  }
}

/** Collects the possible tokens at a position; returns true if the rule may end there. */
function collect(place: Place, out: Set<number>): boolean {
  for (let at: Place | undefined = place; at !== undefined; at = at.behind) {
    const { tokens, ends } = lookInto(at.pieces, at.index);
    for (const kind of tokens) out.add(kind);
    if (!ends) return false;
  }
  return true;
}

/** Returns the possible tokens at a position within its rule. */
export function lookAt(place: Place): Look {
  const tokens = new Set<number>();
  const ends = collect(place, tokens);
  return { tokens, ends };
}

/** Returns the possible tokens at a position, including those that may follow in the callers. */
export function expectedAt(place: Place, context: Context | undefined): ReadonlySet<number> {
  const tokens = new Set<number>();
  let ends = collect(place, tokens);
  for (let caller = context; ends && caller !== undefined; caller = caller.parent)
    ends = collect(caller.follow, tokens);
  return tokens;
}

/** Returns the tokens that may follow any active rule, at which recovery stops. */
export function recoverySet(context: Context | undefined): ReadonlySet<number> {
  const tokens = new Set<number>();
  for (let caller = context; caller !== undefined; caller = caller.parent) collect(caller.follow, tokens);
  return tokens;
}
