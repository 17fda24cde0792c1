import { stringify } from "yaml";
import type { Chooser } from "./chooser.ts";
import { cborMember } from "./encode-body.ts";
import type { Step } from "./sequence.ts";

/** A body and the headers that describe it. */
export type BodyForm = Pick<Step, "body" | "base64Body" | "encoding"> & {
  readonly headers: Readonly<Record<string, string>>;
};

const protobufType = "application/vnd.kubernetes.protobuf";

/** Encodes an object as JSON, or seldom as YAML, CBOR, protobuf or something malformed. */
export function withBody(choose: Chooser, value: object): BodyForm {
  const text = JSON.stringify(value);
  switch (choose.below(20)) {
    case 0:
      return { headers: { "Content-Type": "application/yaml" }, body: stringify(value) };
    case 1:
      return cborForm(choose, "application/cbor", value);
    case 2:
      return { headers: { "Content-Type": "application/json" }, body: malformed(choose, text) };
    case 3:
      if (!text.startsWith('{"apiVersion":"v1","kind":"ConfigMap"')) break;
      return { headers: { "Content-Type": protobufType }, body: text, encoding: "protobuf" };
  }
  return { headers: { "Content-Type": "application/json" }, body: text };
}

/** Encodes an object as CBOR, at times with an item that JSON does not have. */
export function cborForm(choose: Chooser, type: string, value: object): BodyForm {
  const body = JSON.stringify(choose.chance(0.3) ? withItem(choose, value) : value);
  return { headers: { "Content-Type": type }, body, encoding: "cbor" };
}

/** Items of CBOR: byte strings, tags, special numbers, odd keys, unknown lengths, and what is malformed. */
const items = [
  "4161",
  "d6426869",
  "d5426869",
  "c074323032342d30312d30325430333a30343a30355a",
  "c11a65000000",
  "f7",
  "f97e00",
  "f97c00",
  "f98000",
  "f93c00",
  "f93e00",
  "fa3fc00000",
  "3bffffffffffffffff",
  "3b8000000000000000",
  "3b7fffffffffffffff",
  "1bffffffffffffffff",
  "1b7fffffffffffffff",
  "1800",
  "c24101",
  "d9d9f701",
  "f8ff",
  "62c328",
  "9f01ff",
  "bf616101ff",
  "7f61616162ff",
  "a10101",
  "a1416101",
  "a2616101616102",
  "ff",
  "61",
] as const;

function withItem(choose: Chooser, value: unknown): unknown {
  if (value === null || typeof value !== "object" || choose.chance(0.3)) return { [cborMember]: choose.pick(items) };
  if (Array.isArray(value)) {
    const at = choose.below(value.length);
    return value.length === 0 ? value : value.with(at, withItem(choose, value[at]));
  }
  const members = Object.entries(value);
  const [name, member] = members[choose.below(members.length)] ?? ["x", null];
  return { ...value, [name]: withItem(choose, member) };
}

/** Damages a JSON text, or makes it valid in an unusual way. */
export function malformed(choose: Chooser, text: string): string {
  const at = choose.below(text.length);
  switch (choose.pick(["cut", "drop", "insert", "repeat", "null", "list", "spaces", "more"])) {
    case "cut":
      return text.slice(0, at);
    case "drop":
      return text.slice(0, at) + text.slice(at + 1);
    case "insert":
      return text.slice(0, at) + choose.pick([",", "}", '"', "\\", "1", "[", " ", "NaN", "\u0001"]) + text.slice(at);
    case "repeat":
      return text.replace('"metadata":', '"metadata":{"labels":{"l":"first"}},"metadata":');
    case "null":
      return "null";
    case "list":
      return `[${text}]`;
    case "spaces":
      return JSON.stringify(JSON.parse(text), null, 3);
    case "more":
      return `${text}${choose.pick(["\n", " x", "{}", "]"])}`;
  }
}
