import type { KubeObject, StatusCause } from "../../apimachinery/meta.ts";
import { managersOf } from "../../client/managed-fields.ts";
import type { Remedy } from "../diagnosis.ts";
import { textAt } from "../fields.ts";
import { ago, listed } from "../words.ts";
import { stepsOf, valueOfPath } from "./field-path.ts";
import { isServedAt, type Finding, type Refused } from "./refused.ts";
import { pathAt } from "./unserved.ts";

const ownerOf = ({ message = "" }: StatusCause): string =>
  /conflict with ("[^"]+")(?: with subresource "[^"]+")?/.exec(message)?.[1]?.replaceAll('"', "") ?? "another manager";

/** Explains a conflict: of fields with their managers, of names, or of revisions with who wrote the present one. */
export async function conflict(refused: Refused): Promise<Finding> {
  const { details, message = "", reason } = refused.status;
  const causes = (details?.causes ?? []).filter((cause) => cause.reason === "FieldManagerConflict");
  if (causes.length > 0) return ofFields(causes, refused);
  const { name = "", kind = "" } = details ?? {};
  if (reason === "AlreadyExists") {
    const served = refused.at && (await refused.api.resources()).find(isServedAt(refused.at));
    return {
      situation: "request-of-existing-object",
      state: "Already exists",
      because: `the ${served?.kind ?? kind} ${name} exists already`,
      remedies: [
        ...existing(refused, name),
        { kind: "advice", words: "Change the one that is there (kubectl apply), or give another name" },
      ],
    };
  }
  if (/the object (?:has been|might have been) modified/i.test(message)) return ofRevision(refused, name);
  if (/Precondition failed: UID|the UID in the precondition/.test(message))
    return {
      situation: "request-for-another-object",
      state: "Conflict",
      because: `${name || "the object"} is another object of the same name than the one that is meant: its uid differs`,
      remedies: withoutUid(refused),
    };
  return { situation: "request-conflict", state: "Conflict", because: message };
}

/** The same request for whatever object has the name now. */
function withoutUid({ request: { body } }: Refused): readonly Remedy[] {
  const path = [
    ["preconditions", "uid"],
    ["metadata", "uid"],
  ].find((one) => isIn(one, body));
  if (path === undefined) return [];
  return [
    { kind: "edit", words: `Leave out ${path.join(".")}: whatever has the name now is meant`, edits: [{ path }] },
  ];
}

function ofFields(causes: readonly StatusCause[], { request }: Refused): Finding {
  const byOwner = new Map<string, string[]>();
  for (const cause of causes) byOwner.set(ownerOf(cause), [...(byOwner.get(ownerOf(cause)) ?? []), cause.field ?? ""]);
  const texts = [...byOwner].map(
    ([owner, fields]) => `${listed(fields)} ${fields.length === 1 ? "belongs" : "belong"} to ${owner}`,
  );
  const them = causes.length === 1 ? "it" : "them";
  const paths = causes.map(({ field = "" }) => stepsOf(field)).filter((path) => isIn(path, request.body));
  const leaveOut: readonly Remedy[] =
    paths.length < causes.length
      ? []
      : [{ kind: "edit", words: `Leave ${them} out`, edits: paths.map((path) => ({ path })) }];
  const force: Remedy = {
    kind: "request",
    words: `Force: take ${them} over`,
    target: `${request.path}${request.path.includes("?") ? "&" : "?"}force=true`,
  };
  return {
    situation: "request-conflict-of-fields",
    state: "Conflict",
    because: `${texts.join("; ")}: leave ${them} out of what you apply, or force to take ${them} over`,
    remedies: [...leaveOut, force],
  };
}

const isIn = (path: readonly (string | number)[], body: unknown): boolean =>
  path.length > 0 && valueOfPath(body, path) !== undefined;

/** The requests that fit an object that is there: a replacement with its revision, or a look at it. */
function existing({ at, request }: Refused, name: string): readonly Remedy[] {
  if (at === undefined || name === "" || request.method !== "POST") return [];
  const target = pathAt(at, { ...at, name });
  return [{ kind: "other-request", words: `Look at ${name}`, method: "GET", target }];
}

async function ofRevision(refused: Refused, name: string): Promise<Finding> {
  const { at, reading, request } = refused;
  const place = at && {
    group: at.group,
    resource: at.resource,
    ...(at.namespace !== undefined && { namespace: at.namespace }),
  };
  const object = place === undefined || name === "" ? undefined : await reading.named(place, name);
  const finding: Finding = {
    situation: "request-with-old-version",
    state: "Conflict",
    because: `${name} was changed after it was read: its resourceVersion is not the present one`,
  };
  if (at === undefined || object === undefined) return finding;
  const present = object.metadata.resourceVersion ?? "";
  const get: Remedy = {
    kind: "other-request",
    words: `Get ${name} as it is now`,
    method: "GET",
    target: pathAt(at, { ...at, subresource: undefined }),
  };
  const where = textAt(request.body, "preconditions.resourceVersion") === "" ? "metadata" : "preconditions";
  const sent = textAt(request.body, `${where}.resourceVersion`);
  const update: readonly Remedy[] =
    sent === ""
      ? []
      : [
          {
            kind: "edit",
            words: `Send it for the present revision, ${present}`,
            edits: [{ path: [where, "resourceVersion"], value: present }],
          },
        ];
  const because = `${name} was changed after it was read${sent === "" ? "" : ` at ${sent}`}: it is at ${present} now${writer(object, reading.now())}`;
  return { ...finding, because, remedies: [get, ...update] };
}

/** Who wrote an object last, when and what: `, written by kubectl-edit 3s ago (spec.replicas)`. */
function writer(object: KubeObject, now: number): string {
  const last = managersOf(object).toSorted((a, b) => (a.time < b.time ? 1 : -1))[0];
  if (last === undefined || last.time === "") return "";
  const fields = [...last.owned.keys()].map((path) => path.replace(/^\./, ""));
  const status = last.subresource === "" ? "" : `, the ${last.subresource}`;
  return `, written last by ${last.name} ${ago(last.time, now)} ago${status} (${listed(fields)})`;
}
