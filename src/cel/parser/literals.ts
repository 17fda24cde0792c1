import { Double } from "../../apimachinery/json/value.ts";
import { checkedInt } from "../values/int.ts";
import type { Value } from "../values/value.ts";
import { EvalError } from "../values/eval-error.ts";
import { checkedUint } from "../values/uint.ts";
import { tokens } from "./token.ts";
import { unescapeBytes, unescapeString } from "./unescape.ts";

type Literal = { readonly value: Value } | { readonly problem: string };

const digitsOf = (text: string): bigint =>
  text.length > 400 ? BigInt(text.replace(/^0+(?=.)/, "").slice(0, 40)) : BigInt(text);

function readInt(text: string, negative: boolean): Literal {
  const size = digitsOf(text);
  const value = checkedInt(negative ? -size : size);
  return value instanceof EvalError ? { problem: "invalid int literal" } : { value };
}

function readUint(text: string): Literal {
  const value = checkedUint(digitsOf(text.slice(0, -1)));
  return value instanceof EvalError ? { problem: "invalid uint literal" } : { value };
}

function readDouble(text: string, negative: boolean): Literal {
  const value = Number(text);
  return Number.isFinite(value)
    ? { value: new Double(negative ? -value : value) }
    : { problem: "invalid double literal" };
}

function readString(token: string): Literal {
  const read = unescapeString(token);
  return "problem" in read ? read : { value: read.text };
}

function readBytes(token: string): Literal {
  const read = unescapeBytes(token.slice(1));
  return "problem" in read ? read : { value: read.bytes };
}

/** Returns the value of a literal token; undefined for other tokens, or if `negative` for literals without a sign. */
export function readLiteral(kind: number, text: string, negative: boolean): Literal | undefined {
  if (kind === tokens.int) return readInt(text, negative);
  if (kind === tokens.float) return readDouble(text, negative);
  return negative ? undefined : readPlain(kind, text);
}

function readPlain(kind: number, text: string): Literal | undefined {
  switch (kind) {
    case tokens.uint:
      return readUint(text);
    case tokens.string:
      return readString(text);
    case tokens.bytes:
      return readBytes(text);
    case tokens.true:
      return { value: true };
    case tokens.false:
      return { value: false };
    case tokens.null:
      return { value: null };
    default:
      return undefined;
  }
}
