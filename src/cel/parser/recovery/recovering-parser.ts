import { tokenName, tokens } from "../token.ts";
import { grammar, type Label, type Piece, type RuleName } from "./grammar.ts";
import { expectedAt, lookAt, placeAfter, recoverySet, type Context, type Place } from "./look.ts";
import { NoViableAlternative, predictChoice, predictLoop } from "./predict.ts";
import { Node, type Leaf } from "./syntax-tree.ts";
import type { TokenCursor } from "./token-cursor.ts";

/** Receives a syntax error at an offset. */
export type Report = (message: string, offset: number) => void;

/** Aborts a rule. The error is reported unless the parser is still recovering from an earlier one. */
class RuleFailure extends Error {
  readonly text: string;
  readonly offset: number;
  constructor(text: string, offset: number) {
    super(text);
    this.text = text;
    this.offset = offset;
  }
}

/** Aborts parsing after too many errors. */
export class GiveUp extends Error {}

const mostRecoveries = 30;
const mostSkipped = 256;
const deepest = 250;

function list(expected: ReadonlySet<number>): string {
  const names = [...expected].sort((a, b) => a - b).map(tokenName);
  return names.length === 1 ? (names[0] ?? "") : `{${names.join(", ")}}`;
}

/** Parses like an ANTLR parser with the default error strategy: reports errors and deletes or inserts tokens. */
export class RecoveringParser {
  readonly #cursor: TokenCursor;
  readonly #report: Report;
  readonly #depths = new Map<RuleName, number>();
  #isRecovering = false;
  #recoveries = 0;
  #lastErrorIndex = -1;
  #lastErrorStates = new Set<Piece | undefined>();
  #state: Place = { pieces: grammar.start, index: 0, behind: undefined };
  #context: Context | undefined;
  #node = new Node("start", 0);
  /** Whether the next choice makes a node around the current one. */
  #wrapsNext = false;

  constructor(cursor: TokenCursor, report: Report) {
    this.#cursor = cursor;
    this.#report = report;
  }

  /** Parses the tokens and returns what was matched. */
  run(): Node {
    return this.#rule("start", 0);
  }

  #rule(name: RuleName, precedence: number): Node {
    const depth = this.#deepen(name);
    const outer = this.#node;
    this.#node = new Node(name, this.#cursor.offset());
    try {
      this.#sequence({ pieces: grammar[name], index: 0, behind: undefined }, precedence);
    } catch (error) {
      if (!(error instanceof RuleFailure)) throw error;
      this.#fail(error);
    }
    this.#depths.set(name, depth);
    const made = this.#node;
    this.#node = outer;
    return made;
  }

  /** Makes a node around the current one, for an operator whose left operand was parsed already. */
  #wrap(): void {
    const inner = this.#node;
    this.#node = new Node(inner.rule, inner.start);
    this.#node.add("left", inner);
  }

  /** Increments the nesting depth of a rule and returns the previous depth. */
  #deepen(name: RuleName): number {
    const depth = this.#depths.get(name) ?? 0;
    if (depth >= deepest) throw new GiveUp(`expression recursion limit exceeded: ${deepest}`);
    this.#depths.set(name, depth + 1);
    return depth;
  }

  #sequence(start: Place, precedence: number): void {
    for (let place = start; place.index < place.pieces.length; place = placeAfter(place)) {
      const piece = place.pieces[place.index];
      if (piece !== undefined) this.#piece(piece, place, precedence);
    }
  }

  #piece(piece: Piece, place: Place, precedence: number): void {
    this.#state = place;
    switch (piece.kind) {
      case "token":
        return this.#match(piece, place);
      case "rule":
        return this.#call(piece, place);
      case "optional":
        this.#sync(place, false);
        if (lookAt({ pieces: piece.body, index: 0, behind: undefined }).tokens.has(this.#cursor.ahead()))
          this.#sequence({ pieces: piece.body, index: 0, behind: placeAfter(place) }, precedence);
        return;
      case "loop":
        return this.#loop(piece, place, precedence);
      case "repeat":
        return this.#repeat(piece, place);
      case "choice":
        return this.#choice(piece, place, precedence);
    }
  }

  #call({ rule, precedence, label }: Extract<Piece, { kind: "rule" }>, place: Place): void {
    const parent = this.#context;
    this.#context = { follow: placeAfter(place), parent };
    this.#node.add(label, this.#rule(rule, precedence));
    this.#context = parent;
  }

  #loop(piece: Extract<Piece, { kind: "loop" }>, place: Place, precedence: number): void {
    this.#sync(place, false);
    while (precedence <= this.#precedenceOf(piece) && this.#goesOn(piece.decision, piece.body)) {
      if (piece.wraps === "round") this.#wrap();
      this.#wrapsNext = piece.wraps === "choice";
      this.#sequence({ pieces: piece.body, index: 0, behind: place }, precedence);
      this.#state = place;
      this.#sync(place, true);
    }
  }

  /** Returns the precedence of the current operator in a loop of operators. */
  #precedenceOf({ precedence }: Extract<Piece, { kind: "loop" }>): number {
    if (precedence === 0) return Infinity;
    const kind = this.#cursor.ahead();
    return kind === tokens.star || kind === tokens.slash || kind === tokens.percent ? 2 : precedence;
  }

  #goesOn(decision: Extract<Piece, { kind: "loop" }>["decision"], body: readonly Piece[]): boolean {
    const predicted = predictLoop(decision, this.#cursor, body);
    if (predicted instanceof NoViableAlternative) throw this.#noViable(predicted);
    return predicted;
  }

  #repeat(piece: Extract<Piece, { kind: "repeat" }>, place: Place): void {
    const after: Place = {
      pieces: [
        { kind: "loop", body: [piece.token], decision: piece.decision, precedence: 0, wraps: undefined },
        ...place.pieces.slice(place.index + 1),
      ],
      index: 0,
      behind: place.behind,
    };
    do {
      this.#state = place;
      if (piece.token.kind === "token") this.#match(piece.token, after);
      this.#state = after;
      this.#sync(after, true);
    } while (this.#goesOn(piece.decision, [piece.token]));
  }

  #choice(piece: Extract<Piece, { kind: "choice" }>, place: Place, precedence: number): void {
    this.#sync(place, false);
    const predicted = predictChoice(piece.decision, this.#cursor, piece.alternatives);
    if (predicted instanceof NoViableAlternative) throw this.#noViable(predicted);
    if (this.#wrapsNext) this.#wrap();
    this.#wrapsNext = false;
    this.#node.alternative = predicted;
    this.#sequence({ pieces: piece.alternatives[predicted] ?? [], index: 0, behind: placeAfter(place) }, precedence);
  }

  #noViable({ ahead }: NoViableAlternative): RuleFailure {
    return new RuleFailure(
      `no viable alternative at input '${this.#cursor.textThrough(ahead)}'`,
      this.#cursor.offset(ahead),
    );
  }

  #mismatch(): RuleFailure {
    return new RuleFailure(
      `mismatched input ${this.#cursor.quoted()} expecting ${list(this.#expected())}`,
      this.#cursor.offset(),
    );
  }

  #expected(): ReadonlySet<number> {
    return expectedAt(this.#state, this.#context);
  }

  #match({ tokens: kinds, label }: Extract<Piece, { kind: "token" }>, place: Place): void {
    if (kinds.includes(this.#cursor.ahead())) {
      this.#endRecovery();
      this.#keep(label, this.#cursor.leaf());
      this.#cursor.consume();
      return;
    }
    this.#countRecovery();
    if (this.#dropToken()) {
      this.#keep(label, this.#cursor.leaf());
      this.#cursor.consume();
      return;
    }
    if (!this.#makeUpToken(place)) throw this.#mismatch();
    this.#keep(label, this.#cursor.missingLeaf());
  }

  #keep(label: Label | undefined, leaf: Leaf): void {
    if (label !== undefined) this.#node.addLeaf(label, leaf);
  }

  #endRecovery(): void {
    this.#isRecovering = false;
    this.#lastErrorStates = new Set();
    this.#lastErrorIndex = -1;
  }

  #tell(message: string, offset = this.#cursor.offset()): void {
    if (this.#isRecovering) return;
    this.#isRecovering = true;
    this.#report(message, offset);
  }

  /** Checks that the next token is possible here, before a decision that depends on it. */
  #sync(place: Place, isLoopBack: boolean): void {
    if (this.#isRecovering) return;
    const { tokens: possible, ends } = lookAt(place);
    if (ends || possible.has(this.#cursor.ahead())) return;
    if (!isLoopBack) {
      if (!this.#dropToken()) throw this.#mismatch();
      return;
    }
    const expected = this.#expected();
    this.#tell(`extraneous input ${this.#cursor.quoted()} expecting ${list(expected)}`);
    this.#skipUntil(new Set([...expected, ...recoverySet(this.#context)]));
  }

  /** Single token deletion: skips a token if the one after it is expected. */
  #dropToken(): boolean {
    const expected = this.#expected();
    if (!expected.has(this.#cursor.ahead(1)) || this.#cursor.ahead() === tokens.endOfFile) return false;
    this.#tell(`extraneous input ${this.#cursor.quoted()} expecting ${list(expected)}`);
    this.#cursor.consume();
    this.#endRecovery();
    return true;
  }

  /** Single token insertion: continues as if the token were present, if the current token may follow it. */
  #makeUpToken(place: Place): boolean {
    const isRepeated = this.#state.pieces !== place.pieces;
    if (!expectedAt(isRepeated ? place : placeAfter(place), this.#context).has(this.#cursor.ahead())) return false;
    this.#tell(`missing ${list(this.#expected())} at ${this.#cursor.quoted()}`);
    return true;
  }

  #countRecovery(): void {
    if (this.#recoveries++ < mostRecoveries) return;
    this.#report(`error recovery attempt limit exceeded: ${mostRecoveries}`, this.#cursor.offset());
    throw new GiveUp("");
  }

  #fail({ text, offset }: RuleFailure): void {
    this.#tell(text, offset);
    this.#countRecovery();
    const state = this.#state.pieces[this.#state.index];
    if (this.#lastErrorIndex === this.#cursor.index && this.#lastErrorStates.has(state)) this.#cursor.consume();
    this.#lastErrorIndex = this.#cursor.index;
    this.#lastErrorStates.add(state);
    this.#skipUntil(recoverySet(this.#context));
  }

  #skipUntil(stop: ReadonlySet<number>): void {
    for (let skipped = 0; this.#cursor.ahead() !== tokens.endOfFile && !stop.has(this.#cursor.ahead()); skipped++) {
      if (skipped >= mostSkipped) throw new GiveUp(`error recovery token lookahead limit exceeded: ${mostSkipped}`);
      this.#cursor.consume();
    }
  }
}
