import { encodeNumber } from "../../../apimachinery/json/encode.ts";
import { Double } from "../../../apimachinery/json/value.ts";
import { canonicalBase64 } from "./base64.ts";
import type { DecodeState } from "./decode-state.ts";
import type { NodeCodec } from "./node-codec.ts";
import { quoteText } from "./quote.ts";
import type { Document } from "./repeated-members.ts";
import { valueName } from "./value-name.ts";

/** Defaults shared by the scalar codecs. */
const scalar = { emptiness: "scalar", struct: false } as const;

export const stringCodec = (goType: string): NodeCodec => ({
  ...scalar,
  goType,
  zero: () => "",
  decode: (value, state) => (typeof value === "string" ? value : wrongType(value, state, goType)),
  encode: (value) => (typeof value === "string" ? quoteText(value) : '""'),
});

export const boolCodec = (goType: string): NodeCodec => ({
  ...scalar,
  goType,
  zero: () => false,
  decode: (value, state) => (typeof value === "boolean" ? value : wrongType(value, state, goType)),
  encode: (value) => (value === true ? "true" : "false"),
});

function wrongType(value: Document, state: DecodeState, goType: string): undefined {
  state.typeError(valueName(value), goType);
}

/** Returns the current number for error messages: as written in the document, otherwise as Go prints it. */
const spelled = (value: number | bigint | Double, state: DecodeState): string =>
  `number ${state.literal() ?? encodeNumber(value)}`;

/** Decodes an integer of a Go type. Returns undefined after recording an error. */
function decodeInteger(
  value: Document,
  state: DecodeState,
  goType: string,
  min: bigint,
  max: bigint,
): number | bigint | undefined {
  if (typeof value === "number" && Number.isInteger(value) && value >= min && value <= max) return value + 0;
  if (typeof value === "bigint" && value >= min && value <= max) return value;
  const isNumber = typeof value === "number" || typeof value === "bigint" || value instanceof Double;
  state.typeError(isNumber ? spelled(value, state) : valueName(value), goType);
  return undefined;
}

const int32 = 2n ** 31n;
const int64 = 2n ** 63n;

/** Creates the codec of an integer type. The bound is a bigint because that of int64 is not a safe integer. */
const integerCodec = (goType: string, bound: bigint): NodeCodec => ({
  ...scalar,
  goType,
  zero: () => 0,
  decode: (value, state) => decodeInteger(value, state, goType, -bound, bound - 1n),
  encode: (value) => (typeof value === "number" || typeof value === "bigint" ? encodeNumber(value) : "0"),
});

export const int32Codec = (goType: string): NodeCodec => integerCodec(goType, int32);
export const int64Codec = (goType: string): NodeCodec => integerCodec(goType, int64);

/** The codec of float64. Values are held as numbers, whole or not; the schema determines the type. */
export const float64Codec = (goType: string): NodeCodec => ({
  ...scalar,
  goType,
  zero: () => 0,
  decode: (value, state) => {
    if (value instanceof Double) {
      if (Number.isFinite(value.value)) return value.value;
      state.typeError(spelled(value, state), goType);
      return undefined;
    }
    return typeof value === "number" || typeof value === "bigint" ? Number(value) : wrongType(value, state, goType);
  },
  encode: (value) =>
    typeof value === "number" ? encodeNumber(Number.isInteger(value) ? new Double(value) : value) : "0",
});

/** The codec of a number in a custom resource, which stays an integer or a float as received. */
export const numberCodec = (goType: string): NodeCodec => ({
  ...scalar,
  goType,
  zero: () => 0,
  decode: (value, state) => (valueName(value) === "number" ? value : wrongType(value, state, goType)),
  encode: (value) =>
    typeof value === "number" || typeof value === "bigint" || value instanceof Double ? encodeNumber(value) : "0",
});

/** The codec of bytes, held as canonical base64, or null for nil. */
export const bytesCodec = (): NodeCodec => ({
  goType: "[]uint8",
  emptiness: "scalar",
  struct: false,
  zero: () => null,
  decode: decodeBytes,
  encode: (value) => (typeof value === "string" ? `"${value}"` : "null"),
});

function decodeBytes(value: Document & {}, state: DecodeState): string | undefined {
  if (Array.isArray(value)) return bytesOfNumbers(value, state);
  if (typeof value !== "string") return wrongType(value, state, "[]uint8");
  const result = canonicalBase64(value);
  if (typeof result === "string") return result;
  state.saveError(`illegal base64 data at input byte ${result.illegalAt}`);
  return undefined;
}

function bytesOfNumbers(items: readonly Document[], state: DecodeState): string {
  const depth = state.depth;
  let binary = "";
  items.forEach((item, i) => {
    state.enter(depth, i, "");
    binary += String.fromCharCode(Number((item === null ? 0 : decodeInteger(item, state, "uint8", 0n, 255n)) ?? 0));
  });
  state.depth = depth;
  return btoa(binary);
}

/** The codec of intstr.IntOrString: a string or an int32. The zero value is the number 0. */
export const intOrStringCodec = (): NodeCodec => ({
  goType: "intstr.IntOrString",
  emptiness: "never",
  struct: true,
  zero: () => 0,
  decode: (value, state) => {
    if (typeof value === "string") return value;
    const before = state.savedError;
    state.savedError = undefined;
    const held = decodeInteger(value, state, "int32", -int32, int32 - 1n);
    if (state.savedError) throw state.savedError;
    state.savedError = before;
    return held;
  },
  encode: (value) => {
    if (typeof value === "string") return quoteText(value);
    return typeof value === "number" ? encodeNumber(value) : "0";
  },
});
