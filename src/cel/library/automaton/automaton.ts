import { parseSimple, type CharSet, type Simple, type SimplePattern } from "./parse-simple.ts";

/** An NFA node: a transition on a character set, or epsilon transitions. */
interface Node {
  readonly set: CharSet | undefined;
  readonly next: number[];
}

const mostNodes = 200;
const mostStates = 32;

/** Thrown within this file only: the pattern needs too many states. */
class TooLarge extends Error {}

/** Builds the NFA of a pattern; the last node accepts. */
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

  /** Appends a part after a node and returns the node at its end. */
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

/** A DFA state: the set of NFA nodes that are active. */
class State {
  readonly nodes: readonly number[];
  readonly isMatch: boolean;
  /** Transitions by character, computed on demand. */
  readonly next: (State | undefined)[] = Array.from<State | undefined>({ length: 128 });

  constructor(nodes: readonly number[], isMatch: boolean) {
    this.nodes = nodes;
    this.isMatch = isMatch;
  }
}

/** Matches a simple pattern in one pass over the text. */
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

  /** Undefined if the text has unsupported characters or the pattern needs too many states. */
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

  /** Returns the state for a set of nodes and their epsilon closure. */
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

/** Returns the automaton of a simple pattern; undefined for other patterns. */
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
