import { bytesOfBase64Url } from "../apimachinery/base64.ts";
import type { KubeObject, Status, StatusCause } from "../apimachinery/meta.ts";
import type { Diagnosis, Evidence, ObjectId } from "./diagnosis.ts";
import { itemsAt, numberAt, textAt, textsAt } from "./fields.ts";
import { Reading } from "./reading.ts";
import { refusalOf } from "./rules/refused-create.ts";
import type { Surroundings } from "./surroundings.ts";
import { ago, firstLine, listed } from "./words.ts";

/** The request that a Status answered, as far as it is known. */
export interface AnsweredRequest {
  readonly method: string;
  readonly path: string;
  /** The bearer token that was sent. */
  readonly token?: string;
}

interface Finding {
  readonly situation: string;
  readonly state: string;
  readonly because: string;
  readonly evidence?: readonly Evidence[];
}

/** Explains a Status that a server answered instead of an object: who refused the request, by which rule, and why. */
export async function diagnoseStatus(
  status: Status,
  request: AnsweredRequest,
  surroundings: Surroundings,
): Promise<Diagnosis> {
  const { code = 0, reason = "", message = "" } = status;
  const reading = new Reading(surroundings);
  const { situation, state, because, evidence = [] } = await findingOf(status, request, reading);
  const told = firstLine(because, 400).replace(/\.$/, "");
  const sentence = told === "" ? state : `${state}: ${told}`;
  return {
    object: objectOf(status, request),
    situation,
    state,
    level: "error",
    sentence,
    predicate: `is refused: ${told}`,
    evidence: [{ kind: "status", code, reason, message }, ...evidence],
    causes: [],
  };
}

function objectOf({ details }: Status, { path }: AnsweredRequest): ObjectId {
  const namespace = /\/namespaces\/([^/?]+)\//.exec(path)?.[1] ?? "";
  return { group: details?.group ?? "", kind: details?.kind ?? "", namespace, name: details?.name ?? "" };
}

function findingOf(status: Status, request: AnsweredRequest, reading: Reading): Finding | Promise<Finding> {
  switch (status.code) {
    case 401:
      return unauthenticated(request, reading);
    case 403:
      return forbidden(status, request, reading);
    case 404:
      return notFound(status);
    case 409:
      return conflict(status);
    case 422:
      return invalid(status);
    case 429:
      return tooMany(status);
    default:
      return other(status, request);
  }
}

/** The payload of a JSON web token; undefined for other tokens. */
function claimsOf(token: string): unknown {
  const [, payload = "", ...rest] = token.split(".");
  if (rest.length !== 1) return undefined;
  try {
    return JSON.parse(new TextDecoder().decode(bytesOfBase64Url(payload)));
  } catch {
    return undefined;
  }
}

async function unauthenticated({ token = "" }: AnsweredRequest, reading: Reading): Promise<Finding> {
  const state = "Unauthorized";
  if (token === "")
    return {
      situation: "request-without-token",
      state,
      because: "the request carries no token, and the server lets nobody in without one",
    };
  const claims = claimsOf(token);
  const expires = numberAt(claims, "exp");
  const now = reading.now();
  if (expires !== undefined && expires * 1000 <= now) {
    const age = ago(new Date(expires * 1000).toISOString().replace(/\.\d+Z$/, "Z"), now);
    return { situation: "request-token-expired", state, because: `the token expired ${age} ago` };
  }
  const subject = /^system:serviceaccount:([^:]+):(.+)$/.exec(textAt(claims, "sub"));
  const [, namespace = "", name = ""] = subject ?? [];
  const id = { group: "", kind: "ServiceAccount", namespace, name };
  if (subject !== null && (await reading.isMissing(id)))
    return {
      situation: "request-token-of-missing-account",
      state,
      because: `the token is of the ServiceAccount ${namespace}/${name}, which does not exist`,
      evidence: [{ kind: "missing", object: id }],
    };
  const why = claims === undefined ? "no user has it" : "its signature, audience or issuer is not this server's";
  return { situation: "request-token-refused", state, because: `the server does not accept the token: ${why}` };
}

/** What an authorizer refused: who, what, of which resource, where. */
interface Denied {
  readonly user: string;
  readonly verb: string;
  readonly resource: string;
  readonly group: string;
  readonly namespace: string;
}

function deniedOf(message: string): Denied | undefined {
  const match =
    /User "([^"]*)" cannot (\S+) resource "([^"]+)" in API group "([^"]*)"(?: in the namespace "([^"]*)"| at the cluster scope)/.exec(
      message,
    );
  if (match === null) return undefined;
  const [, user = "", verb = "", resource = "", group = "", namespace = ""] = match;
  return { user, verb, resource, group, namespace };
}

const includes = (list: readonly string[], value: string): boolean => list.includes("*") || list.includes(value);

/** Reports whether a role allows what was denied, for all names of objects. */
const allows =
  ({ verb, resource, group }: Denied) =>
  (role: KubeObject): boolean =>
    itemsAt(role, "rules").some(
      (rule) =>
        includes(textsAt(rule, "verbs"), verb) &&
        includes(textsAt(rule, "apiGroups"), group) &&
        (includes(textsAt(rule, "resources"), resource) ||
          textsAt(rule, "resources").includes(`*/${resource.split("/")[1] ?? ""}`)) &&
        textsAt(rule, "resourceNames").length === 0,
    );

/** The order in which roles are offered: the least that does, the one for everything last. */
const widths = ["view", "edit", "admin", "cluster-admin"];

function narrowest(roles: readonly KubeObject[]): KubeObject | undefined {
  const width = ({ metadata: { name = "" } }: KubeObject): number => widths.indexOf(name);
  const offered = roles.filter(({ metadata: { name = "" } }) => !name.startsWith("system:"));
  return offered.toSorted((a, b) => width(a) - width(b))[0];
}

async function forbidden(status: Status, request: AnsweredRequest, reading: Reading): Promise<Finding> {
  const { message = "" } = status;
  const denied = deniedOf(message);
  if (denied === undefined) return byAdmission(message, request);
  const { user, verb, resource, group, namespace } = denied;
  const rbac = { group: "rbac.authorization.k8s.io" };
  const own = namespace === "" ? [] : await reading.all({ ...rbac, resource: "roles", namespace });
  const roles = [...own, ...(await reading.all({ ...rbac, resource: "clusterroles" }))].filter(allows(denied));
  const role = narrowest(roles);
  const what = `${resource}${group === "" ? "" : `.${group}`}`;
  const where = namespace === "" ? "in the whole cluster" : `in the namespace ${namespace}`;
  const who = user === "" ? "nobody in particular" : user;
  const kind = role?.kind ?? "ClusterRole";
  const remedy =
    role === undefined
      ? `no role allows it: a rule with verbs [${verb}], apiGroups ["${group}"] and resources [${resource}] would`
      : `the ${kind} ${role.metadata.name ?? ""} would allow it, bound to ${who}`;
  const evidence: readonly Evidence[] =
    role === undefined
      ? []
      : [
          {
            kind: "object",
            object: { ...rbac, kind, namespace: role.metadata.namespace ?? "", name: role.metadata.name ?? "" },
          },
        ];
  return {
    situation: "request-without-permission",
    state: "Forbidden",
    because: `${who} may not ${verb} ${what} ${where}; ${remedy}`,
    evidence,
  };
}

function byAdmission(message: string, { path }: AnsweredRequest): Finding {
  const refusal = refusalOf(message, /\/namespaces\/([^/?]+)/.exec(path)?.[1] ?? "");
  return {
    situation: `request-refused-${refusal.by}`,
    state: "Refused",
    because: refusal.text,
    ...(refusal.source && {
      evidence: [{ kind: refusal.isMissing === true ? "missing" : "object", object: refusal.source }],
    }),
  };
}

function notFound({ details, message = "" }: Status): Finding {
  const state = "Not found";
  const { name = "", kind = "", group = "" } = details ?? {};
  if (name === "")
    return { situation: "request-of-unknown-resource", state, because: "the server does not serve this path" };
  const what = group === "" ? kind : `${kind}.${group}`;
  const because = kind === "" ? message : `there is no ${name} among ${what}`;
  return { situation: "request-of-missing-object", state, because };
}

const ownerOf = ({ message = "" }: StatusCause): string =>
  /conflict with ("[^"]+")(?: with subresource "[^"]+")?/.exec(message)?.[1]?.replaceAll('"', "") ?? "another manager";

function conflict({ details, message = "", reason }: Status): Finding {
  const causes = (details?.causes ?? []).filter((cause) => cause.reason === "FieldManagerConflict");
  if (causes.length > 0) {
    const byOwner = new Map<string, string[]>();
    for (const cause of causes)
      byOwner.set(ownerOf(cause), [...(byOwner.get(ownerOf(cause)) ?? []), cause.field ?? ""]);
    const texts = [...byOwner].map(
      ([owner, fields]) => `${listed(fields)} ${fields.length === 1 ? "belongs" : "belong"} to ${owner}`,
    );
    return {
      situation: "request-conflict-of-fields",
      state: "Conflict",
      because: `${texts.join("; ")}: leave ${causes.length === 1 ? "it" : "them"} out of what you apply, or force to take ${causes.length === 1 ? "it" : "them"} over`,
    };
  }
  const { name = "", kind = "" } = details ?? {};
  if (reason === "AlreadyExists")
    return {
      situation: "request-of-existing-object",
      state: "Already exists",
      because: `there is a ${kind} ${name} already`,
    };
  if (/the object has been modified/.test(message))
    return {
      situation: "request-with-old-version",
      state: "Conflict",
      because: `${name} was changed after it was read: its resourceVersion is not the present one`,
    };
  return { situation: "request-conflict", state: "Conflict", because: message };
}

function invalid({ details, message = "" }: Status): Finding {
  const causes = details?.causes ?? [];
  const [first] = causes;
  const more = causes.length > 1 ? `, and ${causes.length - 1} more` : "";
  const because = first === undefined ? message : `${first.field ?? ""}: ${firstLine(first.message ?? "")}${more}`;
  return { situation: "request-invalid", state: "Invalid", because };
}

function tooMany({ details, message = "" }: Status): Finding {
  const budget = (details?.causes ?? []).find(({ reason }) => reason === "DisruptionBudget");
  if (budget !== undefined || /disruption budget/.test(message))
    return {
      situation: "request-blocked-by-budget",
      state: "Blocked",
      because: budget?.message ?? message,
    };
  return { situation: "request-limited", state: "Too many requests", because: message };
}

function other({ code = 0, reason = "", message = "" }: Status, request: AnsweredRequest): Finding {
  if (/failed calling webhook|admission webhook/.test(message)) return byAdmission(message, request);
  if (reason === "Expired" || code === 410)
    return {
      situation: "request-of-compacted-revision",
      state: "Expired",
      because: "the revision that it asks for is no longer kept: list anew",
    };
  return { situation: "request-failed", state: reason || String(code), because: message };
}
