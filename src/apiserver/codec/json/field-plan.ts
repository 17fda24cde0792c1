import type { Field } from "../../schema/schema.ts";
import type { DecodeState } from "./decode-state.ts";
import type { Differences } from "./differences.ts";
import { isEmpty, type Emptiness, type NodeCodec } from "./node-codec.ts";
import { quoteText } from "./quote.ts";
import type { Document } from "./repeated-members.ts";

/** The precomputed properties of a field for decoding and encoding. */
export class FieldPlan {
  readonly name: string;
  readonly field: Field;
  readonly codec: NodeCodec;
  /** `"name":` */
  readonly head: string;
  /** The same after a comma. */
  readonly next: string;
  readonly pointer: boolean;
  /** Whether the field is printed even without a value. */
  readonly always: boolean;
  /** Whether the value is a plain string, for which only the type is checked. */
  readonly string: boolean;
  /** How `omitempty` treats the value. */
  readonly emptiness: Emptiness;

  constructor(field: Field, codec: NodeCodec) {
    this.name = field.name;
    this.field = field;
    this.codec = codec;
    this.head = `${JSON.stringify(field.name)}:`;
    this.next = `,${this.head}`;
    this.pointer = field.pointer;
    this.always = !field.omitzero && (field.pointer || !codec.struct ? !field.omitempty : true);
    this.string = field.schema.kind === "scalar" && field.schema.type === "string";
    this.emptiness = field.pointer || !field.omitempty ? "never" : codec.emptiness;
  }

  /** Returns the value of a field that is absent from the document, or undefined if Go omits it. */
  zero(): unknown {
    if (!this.always) return undefined;
    return this.pointer ? null : this.codec.zero();
  }

  /** Decodes a value, or returns undefined if Go omits it. */
  decode(value: Document, state: DecodeState): unknown {
    if (value === null) return this.zero();
    const held = this.codec.decode(value, state);
    if (this.always || (held !== null && this.field.keptEmpty === true)) return held;
    return held === null || isEmpty(this.emptiness, held) ? undefined : held;
  }

  /** Reports whether the field is printed for this value. */
  isPrinted(value: unknown): boolean {
    if (value === undefined || value === null) return this.always;
    return this.emptiness === "never" || !isEmpty(this.emptiness, value);
  }

  /** Compares the values of the field in two objects that both print it. */
  compare(before: unknown, after: unknown, differences: Differences): void {
    if (before === after) return;
    if (isNothing(before) || isNothing(after)) differences.texts(this.name, this.#text(before), this.#text(after));
    else differences.at(this.name, this.codec, before, after);
  }

  /** Encodes the member, preceded by a comma unless it is the first, or returns "" if Go omits it. */
  encode(value: unknown, first: boolean): string {
    return this.isPrinted(value) ? (first ? this.head : this.next) + this.#text(value) : "";
  }

  #text(value: unknown): string {
    if (isNothing(value)) return this.pointer ? "null" : this.codec.encode(undefined);
    return this.string && typeof value === "string" ? quoteText(value) : this.codec.encode(value);
  }
}

const isNothing = (value: unknown): boolean => value === undefined || value === null;
