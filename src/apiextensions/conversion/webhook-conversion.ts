import { newUnknownError, type StatusError } from "../../apimachinery/errors.ts";
import { decodeJson } from "../../apimachinery/json/decode.ts";
import { encodeJson } from "../../apimachinery/json/encode.ts";
import { isObject, type JsonObject, type JsonValue } from "../../apimachinery/json/value.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { Definition } from "../../apis/apiextensions/definition.ts";
import type { Converter, Converters } from "./converter.ts";
import { checkedMetadata, identityProblem } from "./converted-metadata.ts";

/** Brings an object of a kind into another version of it. */
export type Conversion = (object: KubeObject, apiVersion: string) => KubeObject;

/** The conversion that a definition asks a webhook for; undefined where nobody has to be asked. */
export function webhookConversion({ metadata: { name = "" }, spec: { conversion } }: Definition, converters: Converters): Conversion | undefined {
  if (conversion?.strategy !== "Webhook") return undefined;
  const { url, service } = conversion.webhook?.clientConfig ?? {};
  const target = url ?? `https://${service?.name}.${service?.namespace}.svc:${service?.port ?? 443}${service?.path ?? ""}`;
  return (object, apiVersion) => {
    if (isBare(object)) return { ...object, apiVersion };
    const converter = converters.get(name);
    if (converter === undefined) throw unreachable(target, object);
    return convertBy(converter, object, apiVersion);
  };
}

/** Upstream asks nobody about an object that has nothing but its type. */
const isBare = (object: KubeObject): boolean => Object.keys(object).length === 2 && "kind" in object && "apiVersion" in object;

const failure = ({ apiVersion = "", kind = "" }: KubeObject, what: string): StatusError => newUnknownError(`conversion webhook for ${apiVersion}, Kind=${kind} ${what}`);

/** The server reaches nobody beyond itself: what a webhook has to convert fails as with a webhook that does not answer. */
function unreachable(webhook: string, object: KubeObject): StatusError {
  const { host, hostname, port } = new URL(webhook);
  const numeric = /^[\d.]+$|^\[/.test(hostname);
  const dial = numeric ? `dial tcp ${port === "" ? `${host}:443` : host}: connect: connection refused` : `dial tcp: lookup ${hostname}: no such host`;
  return failure(object, `failed: Post "${webhook}?timeout=30s": ${dial}`);
}

/** Objects of custom resources hold nothing but JSON. */
const asJson = (object: KubeObject): JsonObject => object as unknown as JsonObject;

/** What a converter makes of an object, held to what a webhook may answer (webhookConverter.Convert): of metadata, only labels and annotations may change. */
function convertBy(converter: Converter, object: KubeObject, apiVersion: string): KubeObject {
  const answered = ask(converter, object, apiVersion);
  if (answered.length !== 1) throw failure(object, `returned ${answered.length} objects, expected 1`);
  const converted = checkedType(object, answered[0] ?? null, apiVersion);
  const problem = identityProblem(asJson(object), converted);
  if (problem !== undefined) throw failure(object, `returned invalid object: ${problem}`);
  const metadata = checkedMetadata(asJson(object)["metadata"], converted["metadata"]);
  if ("problem" in metadata) throw failure(object, `returned invalid metadata: ${metadata.problem}`);
  return { ...converted, metadata: metadata.value } as unknown as KubeObject; // its type and metadata are checked
}

/** Both ways as JSON, so that neither side holds what belongs to the other. */
function ask(converter: Converter, object: KubeObject, desiredAPIVersion: string): readonly JsonValue[] {
  try {
    const converted: unknown = converter({ desiredAPIVersion, objects: [JSON.parse(encodeJson(asJson(object)))] });
    const answer = decodeJson(JSON.stringify(converted) ?? "null");
    return Array.isArray(answer) ? (answer as readonly JsonValue[]) : [];
  } catch (err) {
    throw failure(object, `failed: ${err instanceof Error && err.message !== "" ? err.message : "response.result.status was 'Failure', not 'Success'"}`);
  }
}

function checkedType(object: KubeObject, converted: JsonValue, apiVersion: string): JsonObject {
  const kind = isObject(converted) ? converted["kind"] : undefined;
  if (!isObject(converted) || typeof kind !== "string" || kind === "") throw newUnknownError(`Object 'Kind' is missing in '${encodeJson(converted)}'`);
  const received = converted["apiVersion"];
  if (received !== apiVersion) throw failure(object, `returned invalid object at index 0: invalid groupVersion (expected ${apiVersion}, received ${typeof received === "string" ? received : ""})`);
  if (kind !== object.kind) throw failure(object, `returned invalid object at index 0: invalid kind (expected ${object.kind}, received ${kind})`);
  return converted;
}
