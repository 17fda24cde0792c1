import { isReview } from "../../../../component-base/trace.ts";
import { isWatch, readTarget, splitTarget, targetOf, withParameter, type TargetParts } from "../../../kube/resource.ts";

/** What becomes of a request where a past revision is shown. */
export type PastRequest =
  /** It asks for no objects, and is sent as it is: discovery, schemas, health, reviews of access. */
  | { readonly kind: "pass" }
  | { readonly kind: "refuse"; readonly code: number; readonly reason: string; readonly message: string }
  /** A list at the revision. */
  | { readonly kind: "list"; readonly target: string }
  /** A list at the revision that holds one object or none. */
  | { readonly kind: "get"; readonly target: string; readonly parts: TargetParts; readonly name: string }
  /** A watch of the collection of this target, which has no parameters of watches. */
  | { readonly kind: "watch"; readonly target: string; readonly from: string; readonly begins: boolean };

const reads: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/** The parameters that only watches have, and those that say which state is read. */
const ofWatches = ["watch", "allowWatchBookmarks", "sendInitialEvents", "timeoutSeconds"];
const ofStates = ["resourceVersion", "resourceVersionMatch"];

const without = (target: string, names: readonly string[]): string =>
  names.reduce((rest, name) => withParameter(rest, name, undefined), target);

const refuse = (code: number, reason: string, message: string): PastRequest => ({
  kind: "refuse",
  code,
  reason,
  message,
});

/** Returns the target of the list at a revision of a collection. */
export const listAt = (target: string, revision: number): string =>
  withParameter(
    withParameter(without(target, ofStates), "resourceVersion", String(revision)),
    "resourceVersionMatch",
    "Exact",
  );

/** Returns the target of a collection with only the objects of a name in it, besides its own selectors. */
export function withName(target: string, name: string): string {
  const own = new URLSearchParams(splitTarget(target)[1]).get("fieldSelector") ?? "";
  const one = `metadata.name=${name}`;
  return withParameter(target, "fieldSelector", own === "" || own === one ? one : `${own},${one}`);
}

/** Returns the target of the collection that a target is of, with its query. */
export const collectionOf = (parts: TargetParts): string =>
  targetOf({ ...parts, name: undefined }) + (parts.query === "" ? "" : `?${parts.query}`);

/** Translates a request to one that reads a past revision. The API offers lists of it, in pages or of one object. */
export function pastRequest(method: string, written: string, revision: number): PastRequest {
  const target = written.replace(/^(\/api\/[^/]+|\/apis\/[^/]+\/[^/]+)\/watch\//, "$1/");
  const parts = readTarget(target);
  if (!reads.has(method)) {
    if (isReview(splitTarget(target)[0])) return { kind: "pass" };
    return refuse(
      403,
      "Forbidden",
      `revision ${revision} is shown, and nothing is written to the past: go back to now first`,
    );
  }
  if (parts === undefined) return { kind: "pass" };
  const { name, subresource } = parts;
  if (subresource !== undefined && subresource !== "status")
    return refuse(
      400,
      "BadRequest",
      `revision ${revision} is shown: the history keeps objects, and no ${subresource} of them`,
    );
  const collection = collectionOf(parts);
  const chosen = name === undefined ? collection : withName(collection, name);
  if (isWatch(method, written)) return watchOf(chosen, new URLSearchParams(parts.query));
  if (name !== undefined) return { kind: "get", target: listAt(without(chosen, ["pretty"]), revision), parts, name };
  return { kind: "list", target: listOf(collection, new URLSearchParams(parts.query), revision) };
}

function watchOf(target: string, query: URLSearchParams): PastRequest {
  const from = query.get("resourceVersion") ?? "";
  const begins = from === "" || from === "0" || query.get("sendInitialEvents") === "true";
  return { kind: "watch", target: without(target, [...ofWatches, ...ofStates, "limit", "continue"]), from, begins };
}

/** A later page is of the revision of the first one, which its token names; a list may ask for an earlier revision. */
function listOf(target: string, query: URLSearchParams, revision: number): string {
  if ((query.get("continue") ?? "") !== "") return without(target, ofStates);
  const asked = Number(query.get("resourceVersion") ?? "0");
  const isEarlier = query.get("resourceVersionMatch") === "Exact" && asked > 0 && asked < revision;
  return isEarlier ? target : listAt(target, revision);
}
