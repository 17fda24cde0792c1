import { messageOf } from "../../../apimachinery/message-of.ts";
import { newBadRequest } from "../../../apimachinery/errors.ts";
import { base64OfBytes } from "../../../apimachinery/base64.ts";
import { quoteGo } from "../../../apimachinery/go-strings.ts";
import { decodeJson } from "../../../apimachinery/json/decode.ts";
import { encodeJson } from "../../../apimachinery/json/encode.ts";
import { isObject, type JsonObject } from "../../../apimachinery/json/value.ts";
import { asJson, type KubeObject } from "../../../apimachinery/meta.ts";
import { encodeUntyped } from "../../../component-base/long-texts.ts";
import type { MaybeAsync } from "../../../component-base/maybe-async.ts";
import { unreachableHost, webhookTimedOut, type CallWebhook } from "../../../component-base/webhook.ts";
import type { AdmissionWebhook } from "../../../client/admission-webhook.ts";
import { codecOfKind, compileCodec } from "../../codec/json/typed-codec.ts";
import type { TypeRegistry } from "../../schema/type-registry.ts";
import { CallError } from "../../webhook/call-error.ts";
import { checkedAnswer } from "../../webhook/checked-answer.ts";
import { postReview } from "../../webhook/post-review.ts";
import type { AdmissionAttributes } from "../attributes.ts";
import type { VersionedAttributes } from "../cel/activation.ts";
import type { Hook } from "./hooks.ts";
import {
  InvalidResponseError,
  newReview,
  readReview,
  reviewVersionOf,
  type AdmissionResponse,
  type ReviewVersion,
} from "./review.ts";
import { reviewSchema } from "./review-schema.ts";
import type { AdmissionWebhookServices } from "./services.ts";
import type { Webhook } from "./types.ts";
import { rejection, WebhookCallError } from "./webhook-errors.ts";

const defaultTimeoutSeconds = 10;
const timedOut = "context deadline exceeded";
const withoutSideEffects: ReadonlySet<string | undefined> = new Set(["None", "NoneOnDryRun"]);

/** Returns the JSON of an object, in Go's form if its kind is built in; in a large computation with pauses. */
export const jsonOf = (types: TypeRegistry, { kind }: VersionedAttributes, object: KubeObject): string =>
  types.schemaOf(kind) === undefined ? encodeUntyped(asJson(object)) : codecOfKind(types, kind).encode(object);

/**
 * Asks a webhook about a request. Adds its warnings and audit annotations. Throws a WebhookCallError if there is no
 * usable answer, and a StatusError if it denies the request (callHook, callAttrMutatingHook).
 */
export async function callHook(
  { webhook }: Hook,
  versioned: VersionedAttributes,
  mutating: boolean,
  services: AdmissionWebhookServices,
): Promise<AdmissionResponse> {
  const { attributes } = versioned;
  const { name } = webhook;
  if (attributes.dryRun && !withoutSideEffects.has(webhook.sideEffects))
    throw newBadRequest(`admission webhook ${quoteGo(name)} does not support dry run`);
  const response = await answerOf(webhook, versioned, mutating, services);
  for (const [key, value] of Object.entries(response.auditAnnotations)) attributes.annotate(`${name}/${key}`, value);
  for (const warning of response.warnings) attributes.warn(warning);
  if (!response.allowed) throw rejection(name, response.status);
  return response;
}

async function answerOf(
  webhook: Webhook,
  versioned: VersionedAttributes,
  mutating: boolean,
  services: AdmissionWebhookServices,
): Promise<AdmissionResponse> {
  const { name, admissionReviewVersions = [] } = webhook;
  const version = reviewVersionOf(admissionReviewVersions);
  if (version === undefined)
    throw new WebhookCallError(
      name,
      "could not create admission objects: webhook does not accept known AdmissionReview versions (v1, v1beta1)",
      400,
    );
  const uid = services.random.uuid();
  const { types } = services;
  const encode = (object: KubeObject): string => jsonOf(types, versioned, object);
  const body = await versioned.attributes.pace(() => newReview(version, uid, versioned, encode));
  try {
    const answer = await ask(webhook, version, uid, body, versioned.attributes, services);
    const status = types.metaKind("Status");
    if (status === undefined) throw new Error("no type for Status");
    return readReview(version, uid, mutating, answer, compileCodec(reviewSchema(status)));
  } catch (error) {
    if (error instanceof CallError)
      throw new WebhookCallError(name, `failed to call webhook: ${error.message}`, 503, { cause: error });
    if (error instanceof InvalidResponseError)
      throw new WebhookCallError(name, `received invalid webhook response: ${error.message}`, 503, { cause: error });
    throw error;
  }
}

/** Asks the function that was registered for a webhook, or else posts the review. */
async function ask(
  { name, clientConfig, timeoutSeconds = defaultTimeoutSeconds }: Webhook,
  version: ReviewVersion,
  uid: string,
  body: string,
  { deadline, request }: Pick<AdmissionAttributes, "deadline" | "request">,
  services: AdmissionWebhookServices,
): Promise<JsonObject> {
  const leftMs = deadline === undefined ? Infinity : Math.max(deadline - services.monotonic(), 1);
  const timeoutMs = Math.ceil(Math.min(timeoutSeconds * 1000, leftMs));
  const failing = () => services.failing?.(name, timeoutMs, request);
  const asked = services.functions?.get(name);
  if (asked !== undefined) {
    const call: AdmissionWebhook = async (review) => (await failing(), asked(review));
    return askFunction((review) => withTimeout(() => call(review), timeoutMs, services), version, uid, body);
  }
  const posting =
    services.failing === undefined ? services : { ...services, callWebhook: callAfter(failing, services) };
  return checkedAnswer(await postReview(posting, clientConfig, { body, timeoutMs, timedOut }));
}

/** Returns a webhook client whose calls wait for a fault, and fail as it does. */
const callAfter =
  (failing: () => Promise<void> | undefined, { callWebhook }: AdmissionWebhookServices): CallWebhook =>
  async (request) => {
    const url = new URL(request.url);
    await failing()?.catch((error: unknown) => {
      if (!(error instanceof Error) || error.message === webhookTimedOut) throw error;
      throw new Error(`dial tcp ${url.hostname}:${url.port === "" ? 443 : url.port}: ${error.message}`, {
        cause: error,
      });
    });
    if (callWebhook === undefined) throw new Error(unreachableHost(url));
    return callWebhook(request);
  };

/** Rejects when the time is over, whatever becomes of the call. */
async function withTimeout<T>(
  call: () => MaybeAsync<T>,
  timeoutMs: number,
  { after }: AdmissionWebhookServices,
): Promise<T> {
  let cancel = (): void => undefined;
  const over = new Promise<never>((_, reject) => (cancel = after(timeoutMs, () => reject(new Error(timedOut)))));
  try {
    return await Promise.race([call(), over]);
  } finally {
    cancel();
  }
}

/** Calls a function with a copy of the review, and reads its answer as JSON, so that no objects are shared. */
async function askFunction(
  asked: AdmissionWebhook,
  version: ReviewVersion,
  uid: string,
  body: string,
): Promise<JsonObject> {
  let answered: unknown;
  try {
    answered = await asked(JSON.parse(body));
  } catch (error) {
    throw new CallError(messageOf(error), { cause: error });
  }
  const response = decodeJson(JSON.stringify(answered ?? null));
  if (!isObject(response)) throw new CallError("the function returned no response");
  const { patch } = response;
  const encoded = Array.isArray(patch)
    ? { patchType: "JSONPatch", patch: base64OfBytes(new TextEncoder().encode(encodeJson(patch))) }
    : {};
  return {
    apiVersion: `admission.k8s.io/${version}`,
    kind: "AdmissionReview",
    response: { ...response, ...encoded, uid },
  };
}
