import { locateLiteral } from "./locate-literal.ts";
import type { StrictReport } from "./strict-report.ts";

/** A value that cannot be held by its Go type; the message is upstream's decoder's. */
export class DecodeError extends Error {
  override readonly name = "DecodeError";
}

/** Where a decoder is: shared by all nodes of one document. */
export class DecodeState {
  /** Keys and indexes from the root to the value at hand; entries from `depth` on are leftovers. */
  readonly path: (string | number)[] = [];
  /** Go type whose field the path's element is, or "" for map keys and indexes. */
  readonly owners: string[] = [];
  depth = 0;
  #fixedTarget: string | undefined;
  report: StrictReport | undefined;
  /** The first wrong type: decoding goes on behind it, as upstream's does. */
  savedError: DecodeError | undefined;
  /** The document has members that occur more than once, and holds them as RepeatedMembers. */
  readonly repeated: boolean;
  readonly #text: string | undefined;

  /** Parts of the document that were decoded before, and stay as they are. */
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
   * A state for a value whose type decodes itself: strictness ends there, and fields inside count as the one it stands
   * in.
   */
  nested(): DecodeState {
    const inner = new DecodeState(undefined, this.#text, this.repeated);
    for (let i = 0; i < this.depth; i++) inner.enter(i, this.path[i] ?? "", this.owners[i] ?? "");
    inner.#fixedTarget = this.#target();
    return inner;
  }

  enter(depth: number, element: string | number, owner: string): void {
    this.path[depth] = element;
    this.owners[depth] = owner;
    this.depth = depth + 1;
  }

  /** Remembers a wrong type; `value` is what stands there (`string`, `number 1.5`), `goType` what was expected. */
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

  /** The number at hand as the document spells it, or undefined where there is no document. */
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
