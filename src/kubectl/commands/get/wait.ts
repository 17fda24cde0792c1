import { trim } from "../../../apimachinery/trim.ts";
import { isNotFound, newNotFound } from "../../../apimachinery/errors.ts";
import { quoteGo } from "../../../apimachinery/go-strings.ts";
import { describeFound, isMap, itemsOf } from "../../../apimachinery/jsonpath/found.ts";
import { JsonPath } from "../../../apimachinery/jsonpath/json-path.ts";
import type { JsonObject } from "../../../apimachinery/json/value.ts";
import { parseDuration } from "../../../apimachinery/duration.ts";
import type { Invocation } from "../../invocation.ts";
import { itemsAt, nameOf, textAt } from "../../json-access.ts";
import { KubectlError, throwAll } from "../../kubectl-error.ts";
import { createPrinter } from "../../output/printer.ts";
import { relaxedPath } from "../../output/sort-by.ts";
import { pause } from "../../patch/patcher.ts";
import { plan, type Visit } from "../../resource/builder.ts";
import type { Found, Info } from "../../resource/info.ts";
import { pathOf } from "../../resource/mapper.ts";
import { lateError, watchUntil } from "../../rest/watch-until.ts";

/** What is waited for: that an object is there, is gone, or is in a state. */
type Condition = "create" | "delete" | ((object: JsonObject) => boolean);

const week = 168 * 3_600_000;

function conditionOf(text: string): Condition {
  const lower = text.toLowerCase();
  if (lower === "delete" || lower === "create") return lower;
  if (text.startsWith("condition=")) {
    const [name = "", ...value] = text.slice("condition=".length).split("=");
    return (object) => isCondition(object, name, value.length === 0 ? "true" : value.join("="));
  }
  if (text.startsWith("jsonpath=")) return pathCondition(text.slice("jsonpath=".length));
  throw new KubectlError(`unrecognized condition: ${quoteGo(text)}`);
}

const foldEqual = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** Reports whether a condition of an object has a status, and is of its generation (wait.ConditionalWait). */
function isCondition(object: JsonObject, name: string, status: string): boolean {
  const condition = itemsAt(object, "status", "conditions").find((each) => foldEqual(textAt(each, "type"), name));
  if (condition === undefined) return false;
  const generation = textAt(object, "metadata", "generation");
  const observed = textAt(condition, "observedGeneration") || textAt(object, "status", "observedGeneration");
  if (generation !== "" && observed !== "" && Number(observed) < Number(generation)) return false;
  return foldEqual(textAt(condition, "status"), status);
}

/** `{PATH}` or `{PATH}=VALUE`; `==` belongs to the path (wait.processJSONPathInput). */
function pathCondition(text: string): (object: JsonObject) => boolean {
  const parts = text.split(/(?<!=)=(?!=)/);
  if (parts.length > 2)
    throw new KubectlError(
      "jsonpath wait format must be --for=jsonpath='{.status.readyReplicas}'=3 or --for=jsonpath='{.status.readyReplicas}'",
    );
  const [path = "", given] = parts;
  const wanted = given === undefined ? undefined : trim(given, `'"`);
  if (wanted === "")
    throw new KubectlError(
      "jsonpath wait has to have a value after equal sign, like --for=jsonpath='{.status.readyReplicas}'=3",
    );
  if (path === "") throw new KubectlError("jsonpath expression cannot be empty");
  const template = new JsonPath(relaxedPath(path), { allowMissingKeys: true });
  return (object) => {
    const [found = []] = template.findResults(object);
    const [first] = found;
    if (first === undefined) return false;
    if (found.length > 1) throw new KubectlError("given jsonpath expression matches more than one value");
    if (wanted === undefined) return true;
    if (isMap(first) || itemsOf(first) !== undefined)
      throw new KubectlError("jsonpath leads to a nested object or list which is not supported");
    return describeFound(first).trim() === wanted.trim();
  };
}

/** `kubectl wait`. */
export async function wait(invocation: Invocation): Promise<void> {
  const { flags, session } = invocation;
  const print = await createPrinter(invocation);
  const condition = conditionOf(flags.text("for"));
  const given = Number(parseDuration(flags.text("timeout")) / 1_000_000n);
  const timeoutMs = given < 0 ? week : given;
  const end = session.clock.monotonic() + timeoutMs;
  const visit = async (each: Info): Promise<void> => {
    const info = { ...each, name: each.name || nameOf(each.object) };
    const left = timeoutMs === 0 ? 0 : Math.floor(end - session.clock.monotonic()) || -1;
    print(await waitFor(invocation, info, condition, left), "condition met");
  };
  const polls = condition === "create" && timeoutMs > 0;
  const found = polls ? await created(invocation, end, visit) : await find(invocation, visit);
  const errors = found.errors.filter((error) => !(condition === "delete" && isNotFound(error)));
  if (found.infos.length === 0 && errors.length === 0 && condition !== "delete")
    throw new KubectlError("no matching resources found");
  throwAll(errors);
}

async function find(invocation: Invocation, visit?: Visit): Promise<Found> {
  const { args, flags } = invocation;
  const found = await plan(invocation, {
    args,
    allowEmptySelector: flags.bool("all"),
    allNamespaces: flags.bool("all-namespaces"),
  });
  return found(visit);
}

/** Looks every half second for the objects until all of them are there, and visits them. */
async function created(invocation: Invocation, end: number, visit: Visit): Promise<Found> {
  for (;;) {
    const found = await find(invocation);
    // One object that is not there is waited for; of several, kubectl does not see that they are only not found.
    if (found.errors.length > 1 || !found.errors.every(isNotFound)) throwAll(found.errors);
    // The objects that were found are looked up again, as kubectl does before it looks at conditions.
    if (found.errors.length === 0 && found.infos.length > 0) return find(invocation, visit);
    const left = end - invocation.session.clock.monotonic();
    await pause(invocation, Math.max(0, Math.min(500, left)));
    if (left <= 500) throw new KubectlError("timed out waiting for the condition");
  }
}

/** Waits for one object, and returns it as it then is. */
async function waitFor(
  invocation: Invocation,
  info: Info,
  condition: Condition,
  timeoutMs: number,
): Promise<JsonObject> {
  if (condition === "create") return info.object;
  if (condition === "delete") {
    await waitForDeletion(invocation, info, "", timeoutMs);
    return info.object;
  }
  if (timeoutMs === 0) {
    const { resource, namespace, name } = info;
    const object = await invocation.rest.object({ method: "GET", path: pathOf(resource, namespace, name) });
    if (condition(object)) return object;
    throw unmetError(info);
  }
  if (timeoutMs < 0) throw lateError(info);
  let seen = false;
  const object = await watchUntil(invocation, info, timeoutMs, (state) => {
    if (state !== undefined) {
      seen = true;
      return condition(state);
    }
    if (!seen) throw newNotFound(info.resource, info.name);
    return false;
  });
  return object ?? info.object;
}

const unmetError = ({ resource, name }: Info): KubectlError =>
  new KubectlError(`condition not met for ${resource.resource}/${name}`);

/**
 * Waits until an object is gone, or is another one of its name; `uid` is the one that was deleted (wait.IsDeleted).
 * Without a time, the object must be gone now. Throws a KubectlError when the time is over.
 */
export async function waitForDeletion(
  invocation: Invocation,
  info: Info,
  uid: string,
  timeoutMs: number | undefined,
): Promise<void> {
  const { resource, namespace, name } = info;
  if (timeoutMs !== undefined && timeoutMs < 0)
    throw new KubectlError("client rate limiter Wait returned an error: context deadline exceeded");
  let object: JsonObject;
  try {
    object = await invocation.rest.object({ method: "GET", path: pathOf(resource, namespace, name) });
  } catch (error) {
    if (isNotFound(error)) return;
    throw error;
  }
  if (uid !== "" && textAt(object, "metadata", "uid") !== uid) return;
  if (timeoutMs === undefined) throw lateError(info);
  if (timeoutMs === 0) throw unmetError(info);
  await watchUntil(invocation, info, timeoutMs, (state) => state === undefined);
}
