import type { Field } from "../../schema/schema.ts";
import type { DecodeState } from "./decode-state.ts";
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

  /** The member's text, with a comma before it unless it is the first, or "" where Go leaves it out. */
  encode(value: unknown, first: boolean): string {
    const head = first ? this.head : this.next;
    if (value === undefined || value === null) return this.always ? head + (this.pointer ? "null" : this.codec.encode(undefined)) : "";
    if (this.emptiness !== "never" && isEmpty(this.emptiness, value)) return "";
    return head + (this.string && typeof value === "string" ? quoteText(value) : this.codec.encode(value));
  }
}
