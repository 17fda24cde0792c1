import { noteEmptied } from "../../../apimachinery/json/emptied-members.ts";
import { Double } from "../../../apimachinery/json/value.ts";
import type { ObjectSchema, Schema } from "../../schema/schema.ts";
import type { DecodeState } from "./decode-state.ts";
import type { Differences } from "./differences.ts";
import { FieldPlan } from "./field-plan.ts";
import type { NodeCodec } from "./node-codec.ts";
import { decodeOver, RepeatedMembers, type Document } from "./repeated-members.ts";
import { valueName } from "./value-name.ts";

type Members = Readonly<Record<string, unknown>>;

/** The fields of an object in Go's order, with an index by name. */
interface Plans {
  readonly fields: readonly FieldPlan[];
  readonly index: ReadonlyMap<string, number>;
  /** Indexes of the fields that are always printed, ascending. */
  readonly always: readonly number[];
}

function planFields(schema: ObjectSchema, compile: (schema: Schema) => NodeCodec): Plans {
  const fields = schema.fields.map((field) => new FieldPlan(field, compile(field.schema)));
  return {
    fields,
    index: new Map(fields.map((plan, i) => [plan.name, i])),
    always: fields.flatMap((plan, i) => (plan.always ? [i] : [])),
  };
}

/** The codec of a struct, with its fields in Go's order. */
export class ObjectCodec implements NodeCodec {
  readonly goType: string;
  readonly emptiness = "never";
  readonly struct = true;
  readonly #schema: ObjectSchema;
  readonly #compile: (schema: Schema) => NodeCodec;
  readonly #structName: string;
  #plans: Plans | undefined;
  #zero: Readonly<Record<string, unknown>> | undefined;

  constructor(schema: ObjectSchema, compile: (schema: Schema) => NodeCodec) {
    this.goType = schema.goType;
    this.#schema = schema;
    this.#compile = compile;
    this.#structName = schema.goType.slice(schema.goType.lastIndexOf(".") + 1);
  }

  /** Created on first use, since types can be recursive and most are never used. */
  get #planned(): Plans {
    return (this.#plans ??= planFields(this.#schema, this.#compile));
  }

  /** The fields in Go's order, for codecs of other formats. */
  get fields(): readonly FieldPlan[] {
    return this.#planned.fields;
  }

  zero(): Readonly<Record<string, unknown>> {
    return (this.#zero ??= build(this.#planned, [], []));
  }

  decode(value: Document & {}, state: DecodeState): unknown {
    if (state.kept?.has(value)) return value;
    if (typeof value !== "object" || Array.isArray(value) || value instanceof Double) {
      state.typeError(valueName(value), this.goType);
      return this.zero();
    }
    if (value instanceof RepeatedMembers) return this.#decodeRepeated(value, state);
    return this.#decodeMembers(value as { readonly [name: string]: Document }, state);
  }

  #decodeMembers(members: { readonly [name: string]: Document }, state: DecodeState): object {
    const indexes: number[] = [];
    const values: unknown[] = [];
    const depth = state.depth;
    const plans = this.#planned;
    let emptied: Map<string, [] | Record<string, never>> | undefined;
    for (const name in members) {
      const at = plans.index.get(name);
      const plan = at === undefined ? undefined : plans.fields[at];
      if (at === undefined || plan === undefined) {
        state.unknownField(name);
        continue;
      }
      const value = members[name] ?? null;
      const held = this.#decodeField(plan, value, state, depth);
      if (held !== undefined) insert(indexes, values, at, held);
      else if (value !== null && plan.emptiness === "list") (emptied ??= new Map()).set(name, []);
      else if (value !== null && plan.emptiness === "map") (emptied ??= new Map()).set(name, {});
    }
    const built = build(plans, indexes, values);
    if (emptied !== undefined) noteEmptied(built, emptied);
    return built;
  }

  #decodeField(plan: FieldPlan, value: Document, state: DecodeState, depth: number): unknown {
    if (plan.string && typeof value === "string") return value === "" && plan.emptiness !== "never" ? undefined : value;
    state.enter(depth, plan.name, this.#structName);
    const held = plan.decode(value, state);
    state.depth = depth;
    return held;
  }

  /** Decodes an object with duplicate members. Every occurrence is validated, then their merged value is decoded. */
  #decodeRepeated(members: RepeatedMembers, state: DecodeState): object {
    const merged: Record<string, Document> = {};
    const seen = new Set<string>();
    for (const [name, value] of members.entries) {
      const plan = this.#planned.fields[this.#planned.index.get(name) ?? -1];
      if (plan && seen.has(name)) state.duplicateField(name);
      else if (!plan) state.unknownField(name);
      if (!plan) continue;
      this.#decodeField(plan, value, state, state.depth);
      merged[name] = seen.has(name) ? decodeOver(plan.field.schema, plan.pointer, merged[name] ?? null, value) : value;
      seen.add(name);
    }
    const { report } = state;
    state.report = undefined;
    try {
      return this.#decodeMembers(merged, state);
    } finally {
      state.report = report; // also where decoding pauses
    }
  }

  encode(value: unknown): string {
    return `{${this.encodeMembers(value, 0)}}`;
  }

  /** Encodes the members without braces, starting at the field with index `from`. */
  encodeMembers(value: unknown, from: number): string {
    const object =
      typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : this.zero();
    return encodeInOrder(this.#planned, object, from) ?? encodeSorted(this.#planned, object, from);
  }

  compare(before: object, after: object, differences: Differences): boolean {
    return this.compareMembers(before, after, 0, differences);
  }

  /** Compares the members, starting at the field with index `from`. */
  compareMembers(before: object, after: object, from: number, differences: Differences): boolean {
    const { fields, index, always } = this.#planned;
    const [left, right] = [before as Members, after as Members];
    let last = from - 1;
    let optional = 0;
    let printedAlways = 0;
    for (const name in right) {
      const at = index.get(name);
      if (at === undefined || at < from) continue;
      const plan = fields[at];
      const printed = plan?.isPrinted(right[name]);
      if (at <= last || plan === undefined || printed !== plan.isPrinted(left[name])) return false;
      last = at;
      if (!printed) continue;
      if (plan.always) printedAlways++;
      else optional++;
      plan.compare(left[name], right[name], differences);
    }
    return printedAlways === countFrom(always, from) && optional === this.#countOptional(left, from);
  }

  #countOptional(object: Members, from: number): number {
    const { fields, index } = this.#planned;
    let count = 0;
    for (const name in object) {
      const at = index.get(name) ?? -1;
      const plan = at < from ? undefined : fields[at];
      if (plan && !plan.always && plan.isPrinted(object[name])) count++;
    }
    return count;
  }

  /** The index of the first field after those of TypeMeta. */
  get afterTypeMeta(): number {
    return this.#schema.fields[0]?.name === "kind" && this.#schema.fields[1]?.name === "apiVersion" ? 2 : 0;
  }
}

/** Builds an object from decoded values, given by ascending index, and the zero values that are always printed. */
function build(
  { fields, always }: Plans,
  indexes: readonly number[],
  values: readonly unknown[],
): Readonly<Record<string, unknown>> {
  const object: Record<string, unknown> = {};
  let next = 0;
  for (let i = 0; i < indexes.length; i++) {
    const at = indexes[i] ?? 0;
    for (let zero = always[next]; zero !== undefined && zero <= at; zero = always[++next]) {
      if (zero < at) setZero(object, fields[zero]);
    }
    const plan = fields[at];
    if (plan) object[plan.name] = values[i];
  }
  for (; next < always.length; next++) setZero(object, fields[always[next] ?? 0]);
  return object;
}

function setZero(object: Record<string, unknown>, plan: FieldPlan | undefined): void {
  if (plan) object[plan.name] = plan.zero();
}

/** Encodes an object whose members are in Go's order and complete; returns undefined for any other. */
function encodeInOrder(
  { fields, index, always }: Plans,
  object: Readonly<Record<string, unknown>>,
  from: number,
): string | undefined {
  let text = "";
  let last = from - 1;
  let printedAlways = 0;
  for (const name in object) {
    const at = index.get(name);
    if (at === undefined || at < from) continue;
    const plan = fields[at];
    if (at <= last || plan === undefined) return undefined;
    last = at;
    if (plan.always) printedAlways++;
    text += plan.encode(object[name], text === "");
  }
  return printedAlways === countFrom(always, from) ? text : undefined;
}

/** Counts the indexes that are not below `from` in an ascending list. */
function countFrom(places: readonly number[], from: number): number {
  let before = 0;
  for (const at of places) {
    if (at >= from) break;
    before++;
  }
  return places.length - before;
}

function encodeSorted({ fields }: Plans, object: Readonly<Record<string, unknown>>, from: number): string {
  let text = "";
  for (let at = from; at < fields.length; at++) {
    const plan = fields[at];
    if (plan) text += plan.encode(object[plan.name], text === "");
  }
  return text;
}

/** Inserts an index and its value in ascending order. Objects have few members, so a linear search is fast enough. */
function insert(indexes: number[], values: unknown[], at: number, value: unknown): void {
  let place = indexes.length;
  while (place > 0 && (indexes[place - 1] ?? 0) > at) place--;
  if (place === indexes.length) {
    indexes.push(at);
    values.push(value);
  } else {
    indexes.splice(place, 0, at);
    values.splice(place, 0, value);
  }
}
