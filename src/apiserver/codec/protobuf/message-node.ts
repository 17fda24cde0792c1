import { runningWork, type Work } from "../../../component-base/work.ts";
import type { ObjectSchema } from "../../schema/schema.ts";
import { BackwardWriter } from "../binary/backward-writer.ts";
import { insertSorted } from "../binary/insert-sorted.ts";
import { holdFields } from "../binary/held-object.ts";
import type { FieldPlan } from "../json/field-plan.ts";
import type { FieldForm } from "./message-fields.ts";
import type { ProtobufNode } from "./protobuf-node.ts";
import type { ProtobufReader } from "./protobuf-reader.ts";

/**
 * A field of a message, or an embedded struct. An embedded struct is encoded as a message of its own, but its fields
 * are held in the outer object.
 */
export type Member =
  | {
      readonly kind: "field";
      readonly number: number;
      readonly name: string;
      /** The index of the field in the decoded object. */ readonly place: number;
      readonly form: FieldForm;
    }
  | { readonly kind: "embedded"; readonly number: number; readonly goName: string; readonly layout: Layout };

/** The members of a message. */
export interface Layout {
  /** The Go type's name, for errors. */
  readonly message: string;
  /** By field number, descending, since messages are written from their end. */
  readonly members: readonly Member[];
  readonly byNumber: readonly (Member | undefined)[];
  /** Indexes in `members` of those that are always written, ascending. */
  readonly always: readonly number[];
  /** Indexes of the other members by name. */
  readonly optionalRanks: ReadonlyMap<string, number>;
}

export function createLayout(message: string, members: readonly Member[]): Layout {
  const sorted = members.toSorted((a, b) => b.number - a.number);
  const byNumber: Member[] = [];
  for (const member of sorted) byNumber[member.number] = member;
  const always: number[] = [];
  const optionalRanks = new Map<string, number>();
  sorted.forEach((member, rank) => {
    if (member.kind === "field" && member.form.optional) optionalRanks.set(member.name, rank);
    else always.push(rank);
  });
  return { message, members: sorted, byNumber, always, optionalRanks };
}

/**
 * Writes the members of an object. The fast path iterates over the members that the object has; members that are always
 * written may be missing from it.
 */
function writeLayout(writer: BackwardWriter, layout: Layout, object: Readonly<Record<string, unknown>>): void {
  const { members, always } = layout;
  const ranks = always.slice();
  for (const name in object) {
    const rank = layout.optionalRanks.get(name);
    if (rank !== undefined) insertSorted(ranks, rank);
  }
  for (let i = 0; i < ranks.length; i++) {
    const member = members[ranks[i] ?? 0];
    if (member === undefined) continue;
    if (member.kind === "field") member.form.write(writer, object[member.name]);
    else writeEmbedded(writer, member.layout, member.number, object);
  }
}

function writeEmbedded(
  writer: BackwardWriter,
  layout: Layout,
  number: number,
  object: Readonly<Record<string, unknown>>,
): void {
  const before = writer.length;
  writeLayout(writer, layout, object);
  writer.varint(writer.length - before);
  writer.varint(number * 8 + 2);
}

/** Reads the members up to the end of the message into `values`, by index. */
function readLayout(reader: ProtobufReader, layout: Layout, values: unknown[]): void {
  const work = runningWork();
  if (work !== undefined) return readInSlices(work, reader, layout, values);
  while (reader.tag(layout.message)) readMember(reader, layout, values);
}

function readMember(reader: ProtobufReader, { byNumber }: Layout, values: unknown[]): void {
  const member = byNumber[reader.field];
  if (member === undefined) reader.skip();
  else if (member.kind === "field") values[member.place] = member.form.read(reader, values[member.place]);
  else readEmbedded(reader, member, values);
}

/** The members of a message that have been read, and where the next one begins. */
class ReadMembers {
  readonly values: unknown[];
  at: number;

  constructor(values: unknown[], at: number) {
    this.values = values;
    this.at = at;
  }
}

/** Reads the members with pauses between two of them. */
function readInSlices(work: Work, reader: ProtobufReader, layout: Layout, values: unknown[]): void {
  const read = work.resume(ReadMembers) ?? work.begin(new ReadMembers(values, reader.at));
  for (reader.at = read.at; ; read.at = reader.at) {
    work.charge(1);
    work.pause();
    if (!reader.tag(layout.message)) break;
    readMember(reader, layout, read.values);
  }
  if (read.values !== values) read.values.forEach((value, place) => (values[place] = value));
  work.end();
}

function readEmbedded(
  reader: ProtobufReader,
  { goName, layout }: Extract<Member, { kind: "embedded" }>,
  values: unknown[],
): void {
  reader.expect(2, goName);
  const outer = reader.enter();
  readLayout(reader, layout, values);
  reader.leave(outer);
}

const nothing: Readonly<Record<string, unknown>> = {};

/** A message in parts around the items of a repeated field. */
export interface PartsAround {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  /** Writes some of the items with their tags. */
  writeItems(writer: BackwardWriter, items: readonly unknown[]): void;
}

/** The node of a struct. Its layout is created on first use, since types can be recursive. */
export class MessageNode implements ProtobufNode {
  readonly wireType = 2;
  readonly schema: ObjectSchema;
  readonly #plans: () => readonly FieldPlan[];
  readonly #makeLayout: () => Layout;
  #layout: Layout | undefined;
  /** An empty array of the right size; copying it is the fastest way to allocate the values of all fields. */
  readonly #blank: readonly undefined[];
  #forms: readonly (FieldForm | undefined)[] = [];

  constructor(schema: ObjectSchema, plans: () => readonly FieldPlan[], makeLayout: () => Layout) {
    this.schema = schema;
    this.#blank = schema.fields.map(() => undefined);
    this.#plans = plans;
    this.#makeLayout = makeLayout;
  }

  get layout(): Layout {
    if (this.#layout === undefined) {
      this.#layout = this.#makeLayout();
      this.#forms = formsByPlace(this.#layout, []);
    }
    return this.#layout;
  }

  /** Writes the message without its length. */
  writeContent(writer: BackwardWriter, value: unknown): void {
    writeLayout(
      writer,
      this.layout,
      typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : nothing,
    );
  }

  write(writer: BackwardWriter, value: unknown): void {
    const before = writer.length;
    this.writeContent(writer, value);
    writer.varint(writer.length - before);
  }

  /** Encodes a message in parts around the items of one of its fields, which is repeated. */
  partsAround(name: string, value: Readonly<Record<string, unknown>>): PartsAround {
    const { message, members } = this.layout;
    const split = members.find((member) => member.kind === "field" && member.name === name);
    if (split?.kind !== "field") throw new TypeError(`${message} has no field ${name}`);
    const encode = (some: readonly Member[]): Uint8Array => {
      const writer = new BackwardWriter();
      writeLayout(writer, createLayout(message, some), value);
      return writer.finish();
    };
    return {
      before: encode(members.filter(({ number }) => number < split.number)),
      writeItems: (writer, items) => split.form.write(writer, items),
      after: encode(members.filter(({ number }) => number > split.number)),
    };
  }

  /** Returns an array of values without any field set. */
  emptyValues(): unknown[] {
    return this.#blank.slice();
  }

  /** Reads fields up to the end of the reader. */
  readContent(reader: ProtobufReader, values: unknown[]): void {
    readLayout(reader, this.layout, values);
  }

  read(reader: ProtobufReader, before: unknown): unknown[] {
    const values: unknown[] = Array.isArray(before) ? before : this.emptyValues();
    const outer = reader.enter();
    this.readContent(reader, values);
    reader.leave(outer);
    return values;
  }

  readonly finish = (read: unknown): Readonly<Record<string, unknown>> => {
    const values: unknown[] = Array.isArray(read) ? read : [];
    void this.layout;
    for (let i = 0; i < values.length; i++) {
      const finish = this.#forms[i]?.finish;
      if (finish !== undefined && values[i] !== undefined) values[i] = finish(values[i]);
    }
    return holdFields(this.#plans(), values);
  };
}

function formsByPlace({ members }: Layout, forms: (FieldForm | undefined)[]): readonly (FieldForm | undefined)[] {
  for (const member of members) {
    if (member.kind === "field") forms[member.place] = member.form;
    else formsByPlace(member.layout, forms);
  }
  return forms;
}
