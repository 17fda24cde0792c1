import { quoteGo } from "../../../apimachinery/go-strings.ts";
import { encodeJson } from "../../../apimachinery/json/encode.ts";
import { isObject, type JsonObject, type JsonValue } from "../../../apimachinery/json/value.ts";
import type { KubeObject, Status } from "../../../apimachinery/meta.ts";
import { textOf } from "../../../apimachinery/text-of.ts";
import { DecodeError } from "../../codec/json/decode-state.ts";
import type { TypedCodec } from "../../codec/json/typed-codec.ts";
import { CallError } from "../../webhook/call-error.ts";
import type { AdmissionAttributes } from "../attributes.ts";
import type { VersionedAttributes } from "../cel/activation.ts";

const group = "admission.k8s.io";
const versions = ["v1", "v1beta1"] as const;

/** A version of AdmissionReview. */
export type ReviewVersion = (typeof versions)[number];

/** What an answer says (request.AdmissionResponse). */
export interface AdmissionResponse {
  readonly allowed: boolean;
  readonly status?: Status;
  /** The patch as JSON text; "" if there is none. */
  readonly patch: string;
  readonly patchType: string;
  readonly auditAnnotations: Readonly<Record<string, string>>;
  readonly warnings: readonly string[];
}

/** Returns the first version that both the webhook and the server know. */
export const reviewVersionOf = (accepted: readonly string[]): ReviewVersion | undefined =>
  accepted.flatMap((version) => versions.find((known) => known === version) ?? [])[0];

/** Returns the request to a webhook; objects are encoded by `encode` (request.CreateV1AdmissionReview). */
export function newReview(
  version: ReviewVersion,
  uid: string,
  { attributes, kind, resource, object, oldObject }: VersionedAttributes,
  encode: (object: KubeObject) => string,
): string {
  const { subresource, name, namespace, operation, dryRun, options } = attributes;
  const json = (value: KubeObject | undefined): string => (value === undefined ? "null" : encode(value));
  const head = encodeJson({
    uid,
    kind: { group: kind.group, version: kind.version, kind: kind.kind },
    resource: { group: resource.group, version: resource.version, resource: resource.resource },
    ...(subresource !== "" && { subResource: subresource }),
    requestKind: { ...attributes.kind },
    requestResource: { ...attributes.resource },
    ...(subresource !== "" && { requestSubResource: subresource }),
    ...(name !== "" && { name }),
    ...(namespace !== "" && { namespace }),
    operation,
    userInfo: userInfoOf(attributes),
  });
  // Options consist of JSON values.
  const tail = encodeJson({ dryRun, options: (options ?? null) as JsonValue });
  const request = `${head.slice(0, -1)},"object":${json(object)},"oldObject":${json(oldObject)},${tail.slice(1)}`;
  return `{"kind":"AdmissionReview","apiVersion":"${group}/${version}","request":${request}}`;
}

const userInfoOf = ({ user: { name, uid, groups, extra } }: AdmissionAttributes): JsonObject => ({
  ...(name !== "" && { username: name }),
  ...(uid !== "" && { uid }),
  ...(groups.length > 0 && { groups }),
  ...(Object.keys(extra).length > 0 && { extra }),
});

/** An answer that was decoded and is refused. */
export class InvalidResponseError extends Error {}

/**
 * Reads an answer. Throws a CallError if it cannot be decoded as a review of that version, and an InvalidResponseError
 * if it is not one for this request (request.VerifyAdmissionResponse).
 */
export function readReview(
  version: ReviewVersion,
  uid: string,
  mutating: boolean,
  answer: JsonObject,
  codec: Pick<TypedCodec, "decode">,
): AdmissionResponse {
  const { kind = "", apiVersion = "" } = answer;
  const told = { kind: textOf(kind), apiVersion: textOf(apiVersion) };
  checkKind(version, told);
  const response = decoded(answer, codec)["response"];
  if (!isObject(response)) throw new InvalidResponseError("webhook response was absent");
  const patch = response["patch"] === undefined ? "" : new TextDecoder().decode(bytesOf(textOf(response["patch"])));
  const { patchType } = response;
  if (version === "v1") verify(uid, mutating, told, response, patch);
  return {
    allowed: response["allowed"] === true,
    // Decoded by the schema above.
    ...(isObject(response["status"]) && { status: response["status"] as unknown as Status }),
    patch: mutating ? patch : "",
    patchType: version === "v1" ? textOf(patchType) : patch === "" ? "" : "JSONPatch",
    auditAnnotations: (response["auditAnnotations"] ?? {}) as Readonly<Record<string, string>>,
    warnings: (response["warnings"] ?? []) as readonly string[],
  };
}

const bytesOf = (base64: string): Uint8Array => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));

interface Told {
  readonly kind: string;
  readonly apiVersion: string;
}

/** Throws in the words of Go's decoders if the answer is of another type. A missing kind or version is assumed. */
function checkKind(version: ReviewVersion, { kind, apiVersion }: Told): void {
  const expected = `${group}/${version}`;
  const [actualKind, actualVersion] = [kind || "AdmissionReview", apiVersion || expected];
  const other = versions.find((known) => actualVersion === `${group}/${known}`);
  if (actualKind !== "AdmissionReview" || other === undefined)
    throw new CallError(
      `no kind ${quoteGo(actualKind)} is registered for version ${quoteGo(actualVersion)} in scheme "pkg/runtime/scheme.go:110"`,
    );
  if (other !== version)
    throw new CallError(`converting (${other}.AdmissionReview) to (${version}.AdmissionReview): unknown conversion`);
}

function decoded(answer: JsonObject, codec: Pick<TypedCodec, "decode">): Readonly<Record<string, JsonValue>> {
  try {
    return codec.decode(answer) as unknown as JsonObject; // an object of JSON values
  } catch (error) {
    throw error instanceof DecodeError ? new CallError(error.message) : error;
  }
}

function verify(uid: string, mutating: boolean, { kind, apiVersion }: Told, response: JsonObject, patch: string): void {
  const given = textOf(response["uid"]);
  if (given !== uid) throw new InvalidResponseError(`expected response.uid=${quoteGo(uid)}, got ${quoteGo(given)}`);
  if (kind !== "AdmissionReview" || apiVersion !== `${group}/v1`) {
    const told = apiVersion.includes("/") ? apiVersion : `${apiVersion === "" ? "" : apiVersion}/`;
    throw new InvalidResponseError(
      `expected webhook response of ${group}/v1, Kind=AdmissionReview, got ${told}, Kind=${kind}`,
    );
  }
  const { patchType } = response;
  if (!mutating) {
    if (patch !== "") throw new InvalidResponseError("validating webhook may not return response.patch");
    if (patchType !== undefined) throw new InvalidResponseError("validating webhook may not return response.patchType");
    return;
  }
  if (patch !== "" && patchType === undefined)
    throw new InvalidResponseError("webhook returned response.patch but not response.patchType");
  if (patch === "" && patchType !== undefined)
    throw new InvalidResponseError("webhook returned response.patchType but not response.patch");
  if (patchType === "") throw new InvalidResponseError('webhook returned invalid response.patchType of ""');
}
