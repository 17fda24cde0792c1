import { maxNesting, nestedTooDeep } from "../../../apimachinery/json/nesting.ts";
import { locateLiteral } from "./locate-literal.ts";
import { keptObject } from "../../../component-base/work.ts";
import type { StrictReport } from "./strict-report.ts";

/** A value that does not fit its Go type, with the message of upstream's decoder. */
export class DecodeError extends Error {
  override readonly name = "DecodeError";
}

/** The state of a decoder, shared by all nodes of one document. */
export class DecodeState {
  /** The path to the current value. Elements from `depth` on are left over. */
  readonly path: (string | number)[] = [];
  /** The Go type that has each path element as a field, or "" for map keys and indexes. */
  readonly owners: string[] = [];
  depth = 0;
  #fixedTarget: string | undefined;
  report: StrictReport | undefined;
  /** The first type error. Decoding continues after it, as upstream. */
  savedError: DecodeError | undefined;
  /** Whether the document has duplicate members, represented as RepeatedMembers. */
  readonly repeated: boolean;
  readonly #text: string | undefined;

  /** Parts of the document that are decoded already and returned unchanged. */
  readonly kept: ReadonlySet<unknown> | undefined;

  constructor(
    report: StrictReport | undefined,
    text: string | undefined,
    repeated: boolean,
    kept?: ReadonlySet<unknown>,
  ) {
    this.report = report;
    this.repeated = repeated;
    this.kept = kept;
    this.#text = text;
  }

  /**
   * Creates a state for a type with its own unmarshaler. Strict decoding ends there, and errors inside name the outer
   * field.
   */
  nested(): DecodeState {
    const inner = keptObject(() => new DecodeState(undefined, this.#text, this.repeated));
    for (let i = 0; i < this.depth; i++) inner.enter(i, this.path[i] ?? "", this.owners[i] ?? "");
    inner.#fixedTarget = this.#target();
    return inner;
  }

  /** Enters a field, member or item. Throws DecodeError if it is nested too deep. */
  enter(depth: number, element: string | number, owner: string): void {
    if (depth >= maxNesting) throw new DecodeError(nestedTooDeep);
    this.path[depth] = element;
    this.owners[depth] = owner;
    this.depth = depth + 1;
  }

  /** Records a type error. `value` describes the actual value (`string`, `number 1.5`), `goType` the expected type. */
  typeError(value: string, goType: string): void {
    this.savedError ??= new DecodeError(`json: cannot unmarshal ${value} into Go ${this.#target()} of type ${goType}`);
  }

  saveError(message: string): void {
    this.savedError ??= new DecodeError(message);
  }

  unknownField(name: string): void {
    this.report?.add("unknown field", this.#fieldPath(name));
  }

  duplicateField(name: string): void {
    this.report?.add("duplicate field", this.#fieldPath(name));
  }

  /** Returns the literal of the current number in the document, or undefined if there is no document. */
  literal(): string | undefined {
    return this.#text === undefined ? undefined : locateLiteral(this.#text, this.path.slice(0, this.depth));
  }

  #target(): string {
    if (this.#fixedTarget !== undefined) return this.#fixedTarget;
    let struct = "";
    const names: (string | number)[] = [];
    for (let i = 0; i < this.depth; i++) {
      const owner = this.owners[i] ?? "";
      if (owner === "") continue;
      struct = owner;
      names.push(this.path[i] ?? "");
    }
    return names.length === 0 ? "value" : `struct field ${struct}.${names.join(".")}`;
  }

  #fieldPath(name: string): string {
    let text = "";
    for (let i = 0; i < this.depth; i++) {
      const element = this.path[i] ?? "";
      if (typeof element === "number") text += `[${element}]`;
      else text += text === "" ? element : `.${element}`;
    }
    return text === "" ? name : `${text}.${name}`;
  }
}
