import { newUnknownError, type StatusError } from "../../apimachinery/errors.ts";
import { encodeJson } from "../../apimachinery/json/encode.ts";
import { isObject, type JsonObject, type JsonValue } from "../../apimachinery/json/value.ts";
import { asJson, asKubeObject, type KubeObject } from "../../apimachinery/meta.ts";
import { encodeUntyped } from "../../component-base/long-texts.ts";
import { CallError } from "../../apiserver/webhook/call-error.ts";
import type { Converter } from "../../client/converter.ts";
import { decodeLongJson, parseLongJson, stringifyLong } from "../../component-base/long-json.ts";
import { forEachKept, type Pace } from "../../component-base/work.ts";
import type { Answerer } from "./answerer.ts";
import type { ConversionFailure } from "./conversion-metrics.ts";
import { checkedMetadata, identityProblem } from "./converted-metadata.ts";

/**
 * Returns what calls a converter function as a webhook. Objects are passed as JSON in both directions, so that neither
 * side shares objects with the other.
 */
export const callFunction =
  (converter: Converter): Answerer =>
  async (texts, desiredAPIVersion, pace) => {
    const text = await answerText(converter, texts, desiredAPIVersion, pace);
    const answer = await pace(() => decodeLongJson(text));
    return Array.isArray(answer) ? (answer as readonly JsonValue[]) : [];
  };

/** Returns what a converter returns as JSON. Its objects, which may be large, are not held beyond that. */
async function answerText(
  converter: Converter,
  texts: readonly string[],
  desiredAPIVersion: string,
  pace: Pace,
): Promise<string> {
  const converted: unknown = await converter({
    desiredAPIVersion,
    objects: await pace(() => mapKept(texts, (text) => parseLongJson(text) as JsonObject)), // texts of objects
  });
  return pace(() => stringifyLong(converted) ?? "null");
}

/** Maps items, of which each may be large, with pauses. */
function mapKept<T, R>(items: readonly T[], map: (item: T) => R): readonly R[] {
  const none = (): R[] => [];
  return forEachKept(items.length, none, (made, i) => void made.push(map(items[i] as T))); // within the list
}

/** Called with the type of a failure before it is thrown. */
type Note = (kind: ConversionFailure) => void;

/** Reports whether an object consists of its type only. Upstream does not send these to the webhook. */
const isBare = (object: KubeObject): boolean =>
  Object.keys(object).length === 2 && "kind" in object && "apiVersion" in object;

const failure = ({ apiVersion = "", kind = "" }: KubeObject, what: string): StatusError =>
  newUnknownError(`conversion webhook for ${apiVersion}, Kind=${kind} ${what}`);

/** What one conversion is done with. */
export interface ConverterCall {
  readonly answerer: Answerer;
  readonly pace: Pace;
  readonly note: Note;
}

/** Converts objects by a converter; rejects with upstream's error for the first that fails. */
export async function convertBy(
  call: ConverterCall,
  objects: readonly KubeObject[],
  apiVersion: string,
): Promise<readonly KubeObject[]> {
  const asked = objects.filter((object) => !isBare(object));
  if (asked.length === 0) return objects.map((object) => ({ ...object, apiVersion }));
  const answered = await ask(call, asked, apiVersion);
  try {
    let next = 0;
    return objects.map((object) =>
      isBare(object) ? { ...object, apiVersion } : checked(object, answered[next++] ?? null, apiVersion),
    );
  } catch (err) {
    call.note("conversion_webhook_invalid_converted_object_failure");
    throw err;
  }
}

/** Calls the converter; returns as many objects as it was given. */
async function ask(
  call: ConverterCall,
  objects: readonly KubeObject[],
  apiVersion: string,
): Promise<readonly JsonValue[]> {
  const answered = await answerOf(call, objects, apiVersion);
  if (answered.length === objects.length) return answered;
  call.note("conversion_webhook_partial_response_failure");
  throw failed(objects, `returned ${answered.length} objects, expected ${objects.length}`);
}

async function answerOf(
  { answerer, pace, note }: ConverterCall,
  objects: readonly KubeObject[],
  apiVersion: string,
): Promise<readonly JsonValue[]> {
  try {
    const texts = await pace(() => mapKept(objects, (object) => encodeUntyped(asJson(object))));
    return await answerer(texts, apiVersion, pace);
  } catch (err) {
    note(
      err instanceof CallError ? "conversion_webhook_call_failure" : "conversion_webhook_malformed_response_failure",
    );
    throw failed(
      objects,
      `failed: ${err instanceof Error && err.message !== "" ? err.message : "response.result.status was 'Failure', not 'Success'"}`,
    );
  }
}

/** Returns the error of a failed request; it names the first object. */
const failed = ([first]: readonly KubeObject[], what: string): StatusError => failure(first ?? { metadata: {} }, what);

/**
 * Validates a converted object against what a webhook may change (webhookConverter.Convert): of the metadata, only
 * labels and annotations.
 */
function checked(object: KubeObject, answer: JsonValue, apiVersion: string): KubeObject {
  const converted = checkedType(object, answer, apiVersion);
  const problem = identityProblem(asJson(object), converted);
  if (problem !== undefined) throw failure(object, `returned invalid object: ${problem}`);
  const metadata = checkedMetadata(asJson(object)["metadata"], converted["metadata"]);
  if ("problem" in metadata) throw failure(object, `returned invalid metadata: ${metadata.problem}`);
  return asKubeObject({ ...converted, metadata: metadata.value }); // type and metadata have been validated
}

function checkedType(object: KubeObject, converted: JsonValue, apiVersion: string): JsonObject {
  const kind = isObject(converted) ? converted["kind"] : undefined;
  if (!isObject(converted) || typeof kind !== "string" || kind === "")
    throw newUnknownError(`Object 'Kind' is missing in '${encodeJson(converted)}'`);
  const received = converted["apiVersion"];
  if (received !== apiVersion)
    throw failure(
      object,
      `returned invalid object at index 0: invalid groupVersion (expected ${apiVersion}, received ${typeof received === "string" ? received : ""})`,
    );
  if (kind !== object.kind)
    throw failure(
      object,
      `returned invalid object at index 0: invalid kind (expected ${object.kind}, received ${kind})`,
    );
  return converted;
}
