import { encode } from "cbor-x";
import { stringify } from "yaml";
import type { Chooser } from "./chooser.ts";

/** A body and the headers that describe it. */
export interface BodyForm {
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly base64Body?: string;
}

/** Encodes an object as JSON, or seldom as YAML, CBOR or something malformed. References need text. */
export function withBody(choose: Chooser, value: object): BodyForm {
  const text = JSON.stringify(value);
  const form = choose.below(20);
  if (form === 0) return { headers: { "Content-Type": "application/yaml" }, body: stringify(value) };
  if (form === 1 && !text.includes("{{") && !text.includes("zq"))
    return {
      headers: { "Content-Type": "application/cbor" },
      base64Body: Buffer.from(encode(value)).toString("base64"),
    };
  if (form === 2) return { headers: { "Content-Type": "application/json" }, body: malformed(choose, text) };
  return { headers: { "Content-Type": "application/json" }, body: text };
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
