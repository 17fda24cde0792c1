import { quoteJson, sortedKeys } from "../../../apimachinery/json/encode.ts";
import { locateChanges } from "../../../apimachinery/json/text-parts.ts";
import { copyWithout } from "../../../apimachinery/json/members.ts";
import type { JsonValue } from "../../../apimachinery/json/value.ts";
import { asJson, asKubeObject, type KubeObject } from "../../../apimachinery/meta.ts";
import { keptObject, runningWork } from "../../../component-base/work.ts";
import { DecodeError, DecodeState } from "./decode-state.ts";
import { Differences } from "./differences.ts";
import { compareJson } from "./json-differences.ts";
import { encodeUntyped } from "../../../component-base/long-texts.ts";
import { reportRepeated } from "./raw-codecs.ts";
import { lastOfRepeated, parseRepeatedMembers } from "./repeated-members.ts";
import { withoutTypeMeta } from "./type-meta.ts";
import { parseStored, type DecodeOptions, type TypedCodec } from "./typed-codec.ts";
import { valueName } from "./value-name.ts";

/**
 * The codec of kinds without Go types. Members are sorted and numbers kept as received; no field is unknown, but
 * duplicate members are reported.
 */
export const unstructuredCodec: TypedCodec = {
  decode: decodeUnstructured,
  encode: (object) => encodeUntyped(asJson(object)),
  encodeTail: (object) => encodeTail(object),
  changedParts: (before, tail, after, marks) => {
    const differences = new Differences();
    return compareJson(withoutTypeMeta(before), withoutTypeMeta(after), differences)
      ? locateChanges(tail, differences.found, marks)
      : undefined;
  },
  decodeStored: (tail) => parseStored(`{${tail}`),
};

function decodeUnstructured(value: JsonValue, { report, text, repeated = false }: DecodeOptions = {}): KubeObject {
  if (value === null) return asKubeObject({});
  if (valueName(value) !== "object")
    throw new DecodeError(`json: cannot unmarshal ${valueName(value)} into Go value of type map[string]interface {}`);
  if (!repeated || text === undefined) return asKubeObject(value);
  const document = parseRepeatedMembers(text);
  reportRepeated(document, new DecodeState(report, text, true));
  return asKubeObject(lastOfRepeated(document));
}

/** Encodes the sorted members without those of TypeMeta. */
function encodeTail(held: KubeObject): string {
  const object = asJson(held);
  if (runningWork() !== undefined)
    return encodeUntyped(keptObject(() => copyWithout(copyWithout(object, "kind"), "apiVersion"))).slice(1);
  let text = "";
  for (const key of sortedKeys(object)) {
    const value = object[key];
    if (value === undefined || key === "kind" || key === "apiVersion") continue;
    text += `${text === "" ? "" : ","}${quoteJson(key)}:${encodeUntyped(value)}`;
  }
  return `${text}}`;
}
