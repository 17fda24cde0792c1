import { grammar, type Piece, type RuleName } from "./grammar.ts";

/** A place in a rule: a piece of a sequence, and where it goes on behind the sequence. */
export interface Place {
  readonly pieces: readonly Piece[];
  readonly index: number;
  readonly behind: Place | undefined;
}

/** Who called a rule: where it goes on there. */
export interface Context {
  readonly follow: Place;
  readonly parent: Context | undefined;
}

/** Tokens that may come next; `ends` if the rule may end here. */
export interface Look {
  readonly tokens: ReadonlySet<number>;
  readonly ends: boolean;
}

export const placeAfter = (place: Place): Place => ({ ...place, index: place.index + 1 });
const entering = (pieces: readonly Piece[], behind: Place | undefined): Place => ({ pieces, index: 0, behind });

const firstOfRules = new Map<RuleName, ReadonlySet<number>>();

function firstOf(rule: RuleName): ReadonlySet<number> {
  const known = firstOfRules.get(rule);
  if (known !== undefined) return known;
  const { tokens } = lookAt(entering(grammar[rule], undefined));
  firstOfRules.set(rule, tokens);
  return tokens;
}

/** Collects what may come at a place; true if the rule may end there. */
function collect(place: Place | undefined, out: Set<number>): boolean {
  if (place === undefined) return true;
  const piece = place.pieces[place.index];
  if (piece === undefined) return collect(place.behind, out);
  switch (piece.kind) {
    case "token":
      for (const kind of piece.tokens) out.add(kind);
      return false;
    case "rule":
      for (const kind of firstOf(piece.rule)) out.add(kind);
      return false;
    case "optional":
    case "loop":
      collect(entering(piece.body, undefined), out);
      return collect(placeAfter(place), out);
    case "repeat":
      return collect(entering([piece.token], undefined), out);
    case "choice":
      for (const alternative of piece.alternatives) collect(entering(alternative, placeAfter(place)), out);
      return false;
  }
}

/** What may come at a place as far as its rule tells. */
export function lookAt(place: Place): Look {
  const tokens = new Set<number>();
  const ends = collect(place, tokens);
  return { tokens, ends };
}

/** What may come at a place, callers included. */
export function expectedAt(place: Place, context: Context | undefined): ReadonlySet<number> {
  const tokens = new Set<number>();
  let ends = collect(place, tokens);
  for (let caller = context; ends && caller !== undefined; caller = caller.parent) ends = collect(caller.follow, tokens);
  return tokens;
}

/** What may follow any of the rules being parsed: where recovery stops. */
export function recoverySet(context: Context | undefined): ReadonlySet<number> {
  const tokens = new Set<number>();
  for (let caller = context; caller !== undefined; caller = caller.parent) collect(caller.follow, tokens);
  return tokens;
}
