import { parseSimple, type CharSet, type Simple, type SimplePattern } from "./parse-simple.ts";

/** A state before the characters are known: what it takes and where it goes, or where it goes without taking any. */
interface Node {
  readonly set: CharSet | undefined;
  readonly next: number[];
}

const mostNodes = 200;
const mostStates = 32;

/** Thrown inside this file only: the pattern needs more states than are worth it. */
class TooLarge extends Error {}

/** The states of a pattern and the ways between them; the last state is the end. */
class NodeBuilder {
  readonly nodes: Node[] = [];

  add(set?: CharSet): number {
    if (this.nodes.length >= mostNodes) throw new TooLarge();
    this.nodes.push({ set, next: [] });
    return this.nodes.length - 1;
  }

  link(from: number, to: number): void {
    this.nodes[from]?.next.push(to);
  }

  /** Builds a part behind a state and answers with the state in which it ends. */
  build(from: number, part: Simple): number {
    switch (part.kind) {
      case "set": {
        const taking = this.add(part.set);
        const end = this.add();
        this.link(from, taking);
        this.link(taking, end);
        return end;
      }
      case "sequence":
        return part.parts.reduce((at, inner) => this.build(at, inner), from);
      case "choice": {
        const end = this.add();
        for (const inner of part.parts) this.link(this.build(from, inner), end);
        return end;
      }
      case "repeat":
        return this.#repeat(from, part.part, part.min, part.max);
    }
  }

  #repeat(from: number, part: Simple, min: number, max: number): number {
    let at = from;
    for (let i = 0; i < min; i++) at = this.build(at, part);
    if (max === Infinity) return this.#loop(at, part);
    const end = this.add();
    this.link(at, end);
    for (let i = min; i < max; i++) {
      at = this.build(at, part);
      this.link(at, end);
    }
    return end;
  }

  #loop(from: number, part: Simple): number {
    const start = this.add();
    this.link(from, start);
    this.link(this.build(start, part), start);
    return start;
  }
}

/** A set of nodes the pattern may be in. */
class State {
  readonly nodes: readonly number[];
  readonly isMatch: boolean;
  /** Where each character leads, filled as texts need it. */
  readonly next: (State | undefined)[] = Array.from<State | undefined>({ length: 128 });

  constructor(nodes: readonly number[], isMatch: boolean) {
    this.nodes = nodes;
    this.isMatch = isMatch;
  }
}

/** Finds out in one pass over the text whether a simple pattern matches. */
export class Automaton {
  readonly #nodes: readonly Node[];
  readonly #end: number;
  readonly #fromStart: boolean;
  readonly #toEnd: boolean;
  readonly #states = new Map<string, State>();
  readonly #start: State;

  constructor({ body, fromStart, toEnd }: SimplePattern) {
    const builder = new NodeBuilder();
    this.#end = builder.build(builder.add(), body);
    this.#nodes = builder.nodes;
    this.#fromStart = fromStart;
    this.#toEnd = toEnd;
    this.#start = this.#stateOf([0]);
  }

  /** Undefined where the text has characters, or the pattern states, that are too many for this. */
  matches(text: string): boolean | undefined {
    let state = this.#start;
    const stopsEarly = !this.#toEnd;
    if (stopsEarly && state.isMatch) return true;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code > 127) return undefined;
      const next = state.next[code] ?? this.#advance(state, code);
      if (next === undefined) return undefined;
      if (stopsEarly && next.isMatch) return true;
      if (next.nodes.length === 0) return false;
      state = next;
    }
    return state.isMatch;
  }

  #advance(state: State, code: number): State | undefined {
    const reached = state.nodes.flatMap((node) =>
      this.#nodes[node]?.set?.[code] ? (this.#nodes[node]?.next ?? []) : [],
    );
    if (!this.#fromStart) reached.push(0);
    if (this.#states.size >= mostStates) return undefined;
    const next = this.#stateOf(reached);
    state.next[code] = next;
    return next;
  }

  /** The state of these nodes and of all that can be reached from them without a character. */
  #stateOf(reached: readonly number[]): State {
    const seen = new Set(reached);
    for (const node of seen)
      if (this.#nodes[node]?.set === undefined) for (const next of this.#nodes[node]?.next ?? []) seen.add(next);
    const nodes = [...seen].sort((a, b) => a - b);
    const key = nodes.join(" ");
    const known = this.#states.get(key);
    if (known !== undefined) return known;
    const made = new State(nodes, seen.has(this.#end));
    this.#states.set(key, made);
    return made;
  }
}

/** The automaton of a simple pattern; undefined for any other one. */
export function automatonOf(source: string): Automaton | undefined {
  const pattern = parseSimple(source);
  if (pattern === undefined) return undefined;
  try {
    return new Automaton(pattern);
  } catch (error) {
    if (error instanceof TooLarge) return undefined;
    throw error;
  }
}
