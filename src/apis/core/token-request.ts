import { messageOf } from "../../apimachinery/message-of.ts";
import { isRecord } from "../../apimachinery/is-record.ts";
import { isNotFound, newBadRequest, newConflict, newUnknownError } from "../../apimachinery/errors.ts";
import { newInvalid } from "../../apimachinery/invalid-error.ts";
import { fieldPath, invalid, type FieldError } from "../../apimachinery/field-error.ts";
import { quoteGo } from "../../apimachinery/go-strings.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { formatTime } from "../../apimachinery/time.ts";
import type { RegistryAccess, UnstoredRequest } from "../../apiserver/registry/resource-definition.ts";
import type { StrategyContext } from "../../apiserver/registry/strategy.ts";
import type { TokenReference } from "../../apiserver/request/identity.ts";
import { numberAt, recordAt, stringAt, type JsonRecord } from "../record.ts";

const requestKind = { group: "authentication.k8s.io", kind: "TokenRequest" };
const hourSeconds = 3600;
const leastSeconds = 600;
const mostSeconds = 2 ** 32;
/**
 * Expiration requested for projected volumes: such tokens are valid for a year and only reported as stale after this
 * time.
 */
const extendedSeconds = 3607;
const yearSeconds = 365 * 24 * 3600;

/** The object that a token is bound to. */
interface Bound {
  readonly pod?: TokenReference;
  readonly secret?: TokenReference;
  readonly node?: TokenReference;
}

/** Asks for an hour if a request says no time (authentication/v1 SetDefaults_TokenRequestSpec). */
export function defaultTokenRequest(request: KubeObject): KubeObject {
  const spec = recordAt(request, "spec");
  if ((spec["expirationSeconds"] ?? undefined) !== undefined) return request;
  return { ...request, spec: { ...spec, expirationSeconds: hourSeconds } };
}

/** Handles a TokenRequest: issues a token for a service account (registry/core/serviceaccount TokenREST). */
export async function requestToken(
  name: string,
  request: KubeObject,
  access: RegistryAccess,
  ctx: StrategyContext,
  { validate }: UnstoredRequest,
): Promise<KubeObject> {
  refuse(validateMetadata(request, name, ctx.namespace), name);
  const account = await access.get("serviceaccounts", ctx.namespace, name);
  const { uid = "" } = account.metadata;
  checkAccount(request, account);
  const spec = recordAt(request, "spec");
  const seconds = numberAt(spec, "expirationSeconds") ?? hourSeconds;
  refuse(validateExpiration(seconds), "");
  const audiences = audiencesOf(spec, access.identity.audiences);
  const asked = {
    ...request,
    metadata: { ...request.metadata, name, namespace: ctx.namespace, uid, creationTimestamp: ctx.now },
    spec: { ...spec, audiences: [...audiences], expirationSeconds: seconds },
    status: {},
  };
  await validate(asked);
  const bound = isRecord(spec["boundObjectRef"]) ? await bind(spec["boundObjectRef"], name, access, ctx.namespace) : {};
  const issuedAt = Math.floor(Date.parse(ctx.now) / 1000);
  const extended =
    bound.pod !== undefined &&
    seconds === extendedSeconds &&
    audiences.every((audience) => access.identity.audiences.includes(audience));
  const token = await issue(access, {
    namespace: ctx.namespace,
    account: referenceTo(account),
    ...bound,
    audiences,
    issuedAt,
    expiresAt: issuedAt + (extended ? yearSeconds : seconds),
    warnAfter: extended ? issuedAt + seconds : undefined,
  });
  return {
    ...asked,
    spec: { ...asked.spec, boundObjectRef: spec["boundObjectRef"] ?? null },
    status: { token, expirationTimestamp: formatTime((issuedAt + seconds) * 1000) },
  };
}

/**
 * Validates the uid of the service account, if the request names one (feature TokenRequestServiceAccountUIDValidation).
 */
function checkAccount(
  { metadata: { uid = "" } }: KubeObject,
  { metadata: { name = "", uid: actual = "" } }: KubeObject,
): void {
  if (uid === "" || uid === actual) return;
  throw newConflict(
    { group: requestKind.group, resource: requestKind.kind },
    name,
    `the UID in the token request (${uid}) does not match the UID of the service account (${actual})`,
  );
}

function refuse(errors: readonly FieldError[], name: string): void {
  if (errors.length > 0) throw newInvalid(requestKind, name, errors);
}

function validateMetadata({ metadata }: KubeObject, name: string, namespace: string): readonly FieldError[] {
  const given = metadata.name ?? "";
  if (given !== "" && given !== name)
    return [invalid(fieldPath("metadata", "name"), given, "must match the service account name if specified")];
  const givenNamespace = metadata.namespace ?? "";
  return givenNamespace === "" || givenNamespace === namespace
    ? []
    : [
        invalid(
          fieldPath("metadata", "namespace"),
          givenNamespace,
          "must match the service account namespace if specified",
        ),
      ];
}

/** authentication/validation ValidateTokenRequest. */
function validateExpiration(seconds: number): readonly FieldError[] {
  const path = fieldPath("spec", "expirationSeconds");
  if (seconds < leastSeconds) return [invalid(path, seconds, "may not specify a duration less than 10 minutes")];
  return seconds > mostSeconds ? [invalid(path, seconds, "may not specify a duration larger than 2^32 seconds")] : [];
}

function audiencesOf({ audiences }: JsonRecord, own: readonly string[]): readonly string[] {
  const asked = Array.isArray(audiences) ? audiences.filter((audience) => typeof audience === "string") : [];
  return asked.length === 0 ? own : asked;
}

async function issue(
  { identity }: RegistryAccess,
  content: Parameters<typeof identity.issueToken>[0],
): Promise<string> {
  try {
    return await identity.issueToken(content);
  } catch (err) {
    throw newUnknownError(`failed to generate token: ${messageOf(err)}`);
  }
}

const referenceTo = ({ metadata: { name = "", uid = "" } }: KubeObject): TokenReference => ({ name, uid });

/** Looks up the object to bind the token to: a pod of the service account, a secret or a node. */
async function bind(ref: JsonRecord, account: string, access: RegistryAccess, namespace: string): Promise<Bound> {
  const name = stringAt(ref, "name");
  const apiVersion = stringAt(ref, "apiVersion");
  const kind = stringAt(ref, "kind");
  switch (apiVersion.includes("/") ? "" : kind) {
    case "Pod": {
      const pod = await access.get("pods", namespace, name);
      const node = await nodeOf(pod, account, access);
      return { pod: referenceTo(checkUid(pod, ref)), ...node };
    }
    case "Secret":
      return { secret: referenceTo(checkUid(await access.get("secrets", namespace, name), ref)) };
    case "Node":
      return { node: referenceTo(checkUid(await access.get("nodes", "", name), ref)) };
    default:
      throw newBadRequest(`cannot bind token to object of type ${printGvk(apiVersion, kind)}`);
  }
}

/** schema.GroupVersionKind.String. */
function printGvk(apiVersion: string, kind: string): string {
  const slash = apiVersion.indexOf("/");
  return `${slash < 0 ? "" : apiVersion.slice(0, slash)}/${apiVersion.slice(slash + 1)}, Kind=${kind}`;
}

function checkUid(object: KubeObject, ref: JsonRecord): KubeObject {
  const uid = stringAt(ref, "uid");
  if (uid === "" || uid === object.metadata.uid) return object;
  const message = `the UID in the bound object reference (${uid}) does not match the UID in record. The object might have been deleted and then recreated`;
  throw newConflict({ group: "", resource: stringAt(ref, "kind") }, stringAt(ref, "name"), message);
}

/**
 * Validates that the pod uses the service account. Its node is added to the token, without a uid if the node no longer
 * exists.
 */
async function nodeOf(pod: KubeObject, account: string, access: RegistryAccess): Promise<Bound> {
  const spec = recordAt(pod, "spec");
  const actual = stringAt(spec, "serviceAccountName");
  if (actual !== account)
    throw newBadRequest(
      `cannot bind token for serviceaccount ${quoteGo(account)} to pod running with different serviceaccount name.`,
    );
  const name = stringAt(spec, "nodeName");
  if (name === "") return {};
  try {
    return { node: referenceTo(await access.get("nodes", "", name)) };
  } catch (err) {
    if (isNotFound(err)) return { node: { name, uid: "" } };
    throw err;
  }
}
