import type { Remedy } from "../diagnosis.ts";
import { textAt } from "../fields.ts";
import { objectId } from "../object-id.ts";
import { listed } from "../words.ts";
import { type Finding, isServedAt, type Refused } from "./refused.ts";
import { notAcceptable, unsupportedMediaType } from "./media-types.ts";
import { withParameter } from "./options.ts";
import { undecodable } from "./undecodable.ts";
import { pathAt, queryOf } from "./unserved.ts";

/** Explains that a path does not take a method: which ones it takes, and where this one goes. */
export async function methodNotAllowed(refused: Refused): Promise<Finding> {
  const { at, request, status } = refused;
  const finding: Finding = {
    situation: "request-with-other-method",
    state: "Method not allowed",
    because: status.message ?? "",
  };
  const served = at && (await refused.api.resources()).find(isServedAt(at));
  if (at === undefined || served === undefined) return finding;
  const isOne = at.name !== undefined;
  const verbs = served.verbs.filter((verb) => ofObjects.has(verb) === isOne).map((verb) => methodOf[verb] ?? verb);
  const what = isOne ? `one of ${served.resource}` : `the collection of ${served.resource}`;
  const because = `${what} takes ${listed([...new Set(verbs)].toSorted(), 8)}, not ${request.method}`;
  if (request.method === "POST" && !isOne && served.namespaced && at.namespace === undefined) {
    const target = pathAt(at, { namespace: textAt(request.body, "metadata.namespace") || "default" });
    return {
      ...finding,
      situation: "request-without-namespace",
      because: `${served.resource} are created in a namespace, and the path names none`,
      remedies: [{ kind: "request", words: `POST to ${target}`, target: target + queryOf(request.path) }],
    };
  }
  if (request.method === "POST" && isOne && at.subresource === undefined) {
    const target = pathAt(at, { namespace: at.namespace });
    return { ...finding, because, remedies: [{ kind: "request", words: `POST to ${target}`, target }] };
  }
  const name = textAt(request.body, "metadata.name");
  if ((request.method === "PUT" || request.method === "PATCH") && !isOne && name !== "") {
    const target = pathAt(at, { namespace: at.namespace, name });
    const words = `${request.method} to ${target}`;
    return { ...finding, because, remedies: [{ kind: "request", words, target: target + queryOf(request.path) }] };
  }
  return { ...finding, because };
}

const ofObjects: ReadonlySet<string> = new Set(["get", "update", "patch", "delete"]);
const methodOf: Readonly<Record<string, string>> = {
  get: "GET",
  list: "GET",
  watch: "GET",
  create: "POST",
  update: "PUT",
  patch: "PATCH",
  delete: "DELETE",
  deletecollection: "DELETE",
};

/** Explains that there were too many requests, or that a disruption budget forbids an eviction. */
export async function tooMany({ status: { details, message = "" }, at, reading }: Refused): Promise<Finding> {
  const cause = (details?.causes ?? []).find(({ reason }) => reason === "DisruptionBudget");
  if (cause === undefined && !/disruption budget/.test(message))
    return { situation: "request-limited", state: "Too many requests", because: message };
  const name = /disruption budget (\S+) (?:needs|does not|is still)/.exec(cause?.message ?? "")?.[1] ?? "";
  const object = objectId("policy", "PodDisruptionBudget", at?.namespace ?? "", name);
  const budget = name === "" ? undefined : await reading.get(object);
  return {
    situation: "request-blocked-by-budget",
    state: "Blocked",
    because: cause?.message ?? message,
    ...(budget !== undefined && {
      evidence: [{ kind: "object", object }],
      remedies: [{ kind: "object", words: `Look at the PodDisruptionBudget ${name}`, object }],
    }),
  };
}

/** What to do about answers that say all that there is to say. */
const advice: Readonly<Record<string, string>> = {
  RequestEntityTooLarge: "Send a smaller body: the limit is 3 MB",
  Timeout: "Try again in a moment; whether the request was carried out is not known",
  ServiceUnavailable: "Try again in a moment; whether the request was carried out is not known",
  ServerTimeout: "Try again in a moment",
};

/** The same list or watch from the present revision. */
function anew(target: string): readonly Remedy[] {
  const names = ["continue", "resourceVersion", "resourceVersionMatch"];
  const sent = names.filter((name) => new URLSearchParams(target.split("?")[1] ?? "").has(name));
  if (sent.length === 0) return [];
  const fresh = sent.reduce((path, name) => withParameter(path, name), target);
  return [{ kind: "request", words: `Leave out ${sent.join(" and ")}`, target: fresh }];
}

/** Explains all other answers: compacted revisions, values of applies, and what says enough by itself. */
export function other(refused: Refused): Finding | Promise<Finding> {
  const { code = 0, reason = "", message = "" } = refused.status;
  if (reason === "Expired" || reason === "Gone" || code === 410)
    return {
      situation: "request-of-compacted-revision",
      state: "Expired",
      because: "the revision that it asks for is no longer kept: list anew",
      remedies: anew(refused.request.path),
    };
  if (/^resourceVersion should not be set on objects to be created$/.test(message))
    return {
      situation: "request-with-revision",
      state: "Bad request",
      because: "what is created has no revision yet: the server gives it one",
      remedies: [
        {
          kind: "edit",
          words: "Leave out metadata.resourceVersion",
          edits: [{ path: ["metadata", "resourceVersion"] }],
        },
      ],
    };
  const beyond = /Too large resource version: (\d+), current: (\d+)/.exec(message);
  if (beyond !== null)
    return {
      situation: "request-of-later-revision",
      state: "Timeout",
      because: `the revision ${beyond[1] ?? ""} is later than the present one, ${beyond[2] ?? ""}: the server has waited for it in vain`,
      remedies: anew(refused.request.path),
    };
  const key = /does not contain declared merge key: (\S+)/.exec(message)?.[1];
  if (key !== undefined)
    return {
      situation: "request-without-merge-key",
      state: "Bad request",
      because: `an item of a list in the patch has no ${key}, by which a strategic merge patch finds the item that it changes`,
      remedies: [{ kind: "advice", words: `Write the ${key} of the item that is meant` }],
    };
  const revisions = /^resourceVersion: Invalid value: ("[^"]*")/.exec(message);
  if (revisions !== null)
    return {
      situation: "request-with-invalid-parameter",
      state: "Bad request",
      because: `the parameter resourceVersion is ${revisions[1] ?? ""}: it takes a revision that the server told, or 0`,
      remedies: anew(refused.request.path),
    };
  if (reason === "NotAcceptable" || code === 406) return notAcceptable(refused);
  if (reason === "UnsupportedMediaType") return unsupportedMediaType(refused);
  if (/typed patch object|field not declared in schema/.test(message)) return undecodable(refused);
  const words = advice[reason];
  return {
    situation: "request-failed",
    state: reason || String(code),
    because: message,
    ...(words !== undefined && { remedies: [{ kind: "advice", words }] }),
  };
}
