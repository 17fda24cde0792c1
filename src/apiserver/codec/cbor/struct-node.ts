import type { Schema } from "../../schema/schema.ts";
import { bitPlaces, holdFields, holdPlaces } from "../binary/held-object.ts";
import { BackwardWriter } from "../binary/backward-writer.ts";
import type { FieldPlan } from "../json/field-plan.ts";
import { isEmpty } from "../json/node-codec.ts";
import { readAny } from "./cbor-any.ts";
import { CborTypeError, duplicateKey, UnknownFieldError, type CborError } from "./cbor-error.ts";
import { major, majorName } from "./cbor-head.ts";
import type { CborNode } from "./cbor-node.ts";
import { KeyMatcher } from "./key-matcher.ts";
import type { CborReader } from "./cbor-reader.ts";
import { readContainer } from "./container.ts";
import { insertSorted } from "../binary/insert-sorted.ts";
import { compareKeys, writeHead, writeNull, writeText } from "./cbor-writer.ts";

/** A field with its node and the bytes of its key. */
interface Member {
  readonly plan: FieldPlan;
  readonly node: CborNode;
  readonly key: Uint8Array;
  /** Its index in the order in which members are written. */
  rank: number;
}

function keyBytes(name: string): Uint8Array {
  const writer = new BackwardWriter();
  writeText(writer, name);
  return writer.finish();
}

/** Writes a member as Go does. Returns false if it is omitted. */
function writeMember(writer: BackwardWriter, { plan, node, key }: Member, value: unknown): boolean {
  if (value === undefined || value === null) {
    if (!plan.always) return false;
    if (plan.pointer) writeNull(writer);
    else node.write(writer, undefined);
  } else if (plan.emptiness !== "never" && isEmpty(plan.emptiness, value)) return false;
  else node.write(writer, value);
  writer.bytes(key);
  return true;
}

const nothing: Readonly<Record<string, unknown>> = {};

/** The node of a struct. Its members are created on first use, since types can be recursive. */
export class StructNode implements CborNode {
  readonly goType: string;
  readonly zero: () => unknown;
  readonly #plans: () => readonly FieldPlan[];
  readonly #compile: (schema: Schema) => CborNode;
  #members: readonly Member[] | undefined;
  /** The order in which members are written: from the last key to the first. */
  #order: readonly Member[] = [];
  /** The number of members that are always written. */
  #always = 0;
  /** The members that every object must be checked for, as bits. */
  #alwaysLow = 0;
  #alwaysHigh = 0;
  /** An empty array of the right size; copying it is the fastest way to allocate the values of all members. */
  #blank: readonly undefined[] = [];
  /** The names and ranks of the last written object, since objects of one type are similar. */
  #lastNames: readonly string[] = [];
  #lastRanks: readonly number[] | undefined;
  #places: ReadonlyMap<string, number> = new Map();
  #matcher = new KeyMatcher([]);

  constructor(
    goType: string,
    plans: () => readonly FieldPlan[],
    zero: () => unknown,
    compile: (schema: Schema) => CborNode,
  ) {
    this.goType = goType;
    this.zero = zero;
    this.#plans = plans;
    this.#compile = compile;
  }

  get #made(): readonly Member[] {
    if (this.#members !== undefined) return this.#members;
    const members = this.#plans().map((plan) => ({
      plan,
      node: this.#compile(plan.field.schema),
      key: keyBytes(plan.name),
      rank: 0,
    }));
    this.#order = members.toSorted((a, b) => compareKeys(b.plan.name, a.plan.name));
    this.#order.forEach((member, rank) => (member.rank = rank));
    this.#always = members.filter(({ plan }) => plan.always).length;
    members.forEach(({ plan }, place) => {
      if (plan.always && place < 32) this.#alwaysLow |= 1 << place;
      else if (plan.always) this.#alwaysHigh |= 1 << (place - 32);
    });
    this.#blank = members.map(() => undefined);
    this.#places = new Map(members.map(({ plan }, place) => [plan.name, place]));
    this.#matcher = new KeyMatcher(members.map(({ key }) => key));
    return (this.#members = members);
  }

  write(writer: BackwardWriter, value: unknown): void {
    const members = this.#made;
    const object = typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : nothing;
    const ranks = this.#ranksOf(object, members);
    const total = ranks?.length ?? this.#order.length;
    let count = 0;
    for (let i = 0; i < total; i++) {
      const member = this.#order[ranks === undefined ? i : (ranks[i] ?? 0)];
      if (member !== undefined && writeMember(writer, member, object[member.plan.name])) count++;
    }
    writeHead(writer, major.map, count);
  }

  /** Returns the node of a member. */
  member(name: string): CborNode | undefined {
    return this.#made[this.#places.get(name) ?? -1]?.node;
  }

  /**
   * Writes an object in two parts, before and after the value of a member: first the members after it, then those
   * before it with its key.
   */
  writeAround(name: string, object: Readonly<Record<string, unknown>>, after: BackwardWriter, before: BackwardWriter) {
    void this.#made;
    let writer = after;
    let count = 0;
    for (const member of this.#order) {
      if (member.plan.name === name) {
        writer = before;
        writer.bytes(member.key);
        count++;
      } else if (writeMember(writer, member, object[member.plan.name])) count++;
    }
    writeHead(writer, major.map, count);
  }

  /**
   * Returns the ranks of an object's members, ascending, or undefined if members that are always written are missing.
   */
  #ranksOf(object: Readonly<Record<string, unknown>>, members: readonly Member[]): readonly number[] | undefined {
    let seen = 0;
    const names = this.#lastNames;
    for (const name in object) if (names[seen++] !== name) return this.#findRanks(object, members);
    return seen === names.length ? this.#lastRanks : this.#findRanks(object, members);
  }

  #findRanks(object: Readonly<Record<string, unknown>>, members: readonly Member[]): readonly number[] | undefined {
    const names: string[] = [];
    const ranks: number[] = [];
    let always = 0;
    for (const name in object) {
      names.push(name);
      const member = members[this.#places.get(name) ?? -1];
      if (member === undefined) continue;
      if (member.plan.always) always++;
      insertSorted(ranks, member.rank);
    }
    this.#lastNames = names;
    return (this.#lastRanks = always === this.#always ? ranks : undefined);
  }

  read(reader: CborReader): unknown {
    return readContainer(reader, this.goType, major.map, this.#readEntries);
  }

  readonly #readEntries = (reader: CborReader): Readonly<Record<string, unknown>> => {
    const members = this.#made;
    const values: unknown[] = this.#blank.slice();
    let low = this.#alwaysLow;
    let high = this.#alwaysHigh;
    const matcher = this.#matcher;
    let previous = -1;
    let problem: CborError | undefined;
    let unknown: Set<unknown> | undefined;
    const count = reader.open();
    for (let i = 0; reader.more(i, count); i++) {
      let place = matcher.take(reader, previous);
      let key: unknown;
      if (place < 0) {
        key = readFieldName(reader);
        const keyProblem = reader.takeProblem();
        problem ??= keyProblem;
        if (keyProblem !== undefined && key === undefined) {
          reader.skip();
          continue;
        }
        place = typeof key === "string" ? (this.#places.get(key) ?? -1) : -1;
      }
      const member = members[place];
      previous = place;
      if (member !== undefined && values[place] === undefined) {
        values[place] = readMember(reader, member);
        if (place < 32) low |= 1 << place;
        else high |= 1 << (place - 32);
        const fieldProblem = reader.takeProblem();
        if (fieldProblem instanceof CborTypeError && problem === undefined)
          fieldProblem.inField(`${this.goType}.${member.plan.name}`);
        problem ??= fieldProblem;
        continue;
      }
      const ending =
        member !== undefined ? duplicateKey(member.plan.name, i) : unknownKey(reader, key, i, (unknown ??= new Set()));
      reader.skip();
      if (ending === undefined) continue;
      problem = ending;
      reader.skipEntries(i + 1, count);
      break;
    }
    reader.problem = problem;
    return members.length > bitPlaces
      ? holdFields(this.#plans(), values)
      : holdPlaces(this.#plans(), values, low, high);
  };
}

/** Reads a member. Only a pointer accepts CBOR's undefined as null. */
function readMember(reader: CborReader, { plan, node }: Member): unknown {
  if (!plan.pointer || !reader.nextIsNull) return node.read(reader) ?? null;
  reader.at++;
  return null;
}

/** Returns the error for an unknown key: any unknown key in strict mode, otherwise only a duplicate one. */
function unknownKey(reader: CborReader, key: unknown, index: number, seen: Set<unknown>): CborError | undefined {
  if (reader.strict) return new UnknownFieldError(index);
  if (seen.has(key))
    return duplicateKey(
      typeof key === "string" || typeof key === "number" || typeof key === "bigint" ? key : String(key),
      index,
    );
  seen.add(key);
  return undefined;
}

/** Reads a key of a struct's map. Only texts match fields; integers match none, and any other type is a problem. */
function readFieldName(reader: CborReader): unknown {
  switch (reader.nextType) {
    case major.text:
      return reader.textString();
    case major.bytes:
      return reader.byteText();
    case major.unsigned:
    case major.negative:
      return readIntegerKey(reader);
    default:
      return readOddKey(reader);
  }
}

function readIntegerKey(reader: CborReader): number | bigint | undefined {
  reader.head();
  const { argument, info, wide } = reader;
  if (reader.type === major.unsigned) return info < 27 ? argument : BigInt.asIntN(64, wide);
  if (info < 27) return -1 - argument;
  if (wide <= 0x7fffffffffffffffn) return -1n - wide;
  reader.problem = new CborTypeError(majorName(major.negative), "int64", `-1-${wide} overflows Go's int64`);
  return undefined;
}

function readOddKey(reader: CborReader): unknown {
  const type = majorName(reader.nextType);
  const key = readAny(reader);
  const failed = reader.takeProblem() !== undefined || (typeof key === "object" && key !== null);
  reader.problem = new CborTypeError(
    type,
    "string",
    `map key is of type ${type} and cannot be used to match struct field name`,
  );
  return failed ? undefined : (key ?? "null");
}
