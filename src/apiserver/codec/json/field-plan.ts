import type { Field } from "../../schema/schema.ts";
import type { DecodeState } from "./decode-state.ts";
import type { Differences } from "./differences.ts";
import { isEmpty, type Emptiness, type NodeCodec } from "./node-codec.ts";
import { quoteText } from "./quote.ts";
import type { Document } from "./repeated-members.ts";

/** Everything about one member that decoding and printing ask for, in one object. */
export class FieldPlan {
  readonly name: string;
  readonly field: Field;
  readonly codec: NodeCodec;
  /** `"name":` */
  readonly head: string;
  /** The same behind a comma. */
  readonly next: string;
  readonly pointer: boolean;
  /** Printed even where nothing is held. */
  readonly always: boolean;
  /** A string, of which no more than its type is to be looked at. */
  readonly string: boolean;
  /** How `omitempty` looks at what is held. */
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

  /** What stands in an object that does not mention the field; undefined where Go prints nothing. */
  zero(): unknown {
    if (!this.always) return undefined;
    return this.pointer ? null : this.codec.zero();
  }

  /** The held value, or undefined where Go prints nothing. */
  decode(value: Document, state: DecodeState): unknown {
    if (value === null) return this.zero();
    const held = this.codec.decode(value, state);
    return !this.always && (held === null || isEmpty(this.emptiness, held)) ? undefined : held;
  }

  /** Whether the field is in the text of an object that holds this there. */
  isPrinted(value: unknown): boolean {
    if (value === undefined || value === null) return this.always;
    return this.emptiness === "never" || !isEmpty(this.emptiness, value);
  }

  /** Compares what stands there in two objects that both print the field. */
  compare(before: unknown, after: unknown, differences: Differences): void {
    if (before === after) return;
    if (isNothing(before) || isNothing(after)) differences.texts(this.name, this.#text(before), this.#text(after));
    else differences.at(this.name, this.codec, before, after);
  }

  /** The member's text, with a comma before it unless it is the first, or "" where Go leaves it out. */
  encode(value: unknown, first: boolean): string {
    return this.isPrinted(value) ? (first ? this.head : this.next) + this.#text(value) : "";
  }

  #text(value: unknown): string {
    if (isNothing(value)) return this.pointer ? "null" : this.codec.encode(undefined);
    return this.string && typeof value === "string" ? quoteText(value) : this.codec.encode(value);
  }
}

const isNothing = (value: unknown): boolean => value === undefined || value === null;
