import { formatDuration } from "../../apimachinery/duration.ts";
import { decodeJson } from "../../apimachinery/json/decode.ts";
import { isObject, type JsonObject } from "../../apimachinery/json/value.ts";
import { answerLines } from "../../client/answer-text.ts";
import { followSignal } from "../../client/follow-signal.ts";
import type { Invocation } from "../invocation.ts";
import { itemsAt, objectAt, textAt } from "../json-access.ts";
import { KubectlError } from "../kubectl-error.ts";
import type { Info } from "../resource/info.ts";
import { pathOf } from "../resource/mapper.ts";
import type { Session } from "../session.ts";
import { type Query, type RestRequest, typedList } from "./rest.ts";

/** Looks at the state of an object: undefined where it does not exist. Returns true to end the wait. */
export type Look = (object: JsonObject | undefined) => boolean;

/** The error of a wait that took too long (wait.extendErrWaitTimeout). */
export const lateError = ({ resource, name }: Info): KubectlError =>
  new KubectlError(`timed out waiting for the condition on ${resource.resource}/${name}`);

/** What ends a command that its reader has interrupted. */
const interrupted = (): KubectlError => new KubectlError("", 130);

/**
 * Lists and watches an object by its name until its state is looked for, and returns the object as it then was
 * (watchtools.UntilWithSync). `typed` asks as clients of Go types do, which say twice how long they watch. Throws a
 * KubectlError when the time, in milliseconds from now, is over, and one without words when the command is interrupted.
 */
export async function watchUntil(
  invocation: Invocation,
  info: Info,
  timeoutMs: number,
  look: Look,
  typed = false,
): Promise<JsonObject | undefined> {
  const { rest, session, signal } = invocation;
  const path = pathOf(info.resource, info.namespace);
  const selection = { fieldSelector: `metadata.name=${info.name}` };
  let cancel = (): void => {};
  const ending = new Promise<undefined>((resolve) => {
    const end = (): void => resolve(undefined);
    const stop = session.clock.after(timeoutMs, end);
    signal.addEventListener("abort", end, { once: true });
    cancel = () => {
      stop();
      signal.removeEventListener("abort", end);
    };
  });
  try {
    for (;;) {
      if (signal.aborted) throw interrupted();
      const query = { ...(typed && typedList), ...selection, limit: "500", resourceVersion: "0" };
      const list = await rest.object({ method: "GET", path, query });
      const version = textAt(list, "metadata", "resourceVersion");
      const watch = watchQuery(session, version, typed);
      const { body } = await rest.send({ method: "GET", path, query: { ...selection, ...watch } });
      const match = await watched(itemOf(list), answerLines(body), ending, look);
      if (signal.aborted) throw interrupted();
      if (match === "late") throw lateError(info);
      if (match !== "ended") return match.object;
    }
  } finally {
    cancel();
  }
}

/** Watches, and yields the lines until `--request-timeout` is over or the watch ends. Throws a StatusError. */
export async function* watchLines(
  { rest, session, signal }: Invocation,
  request: Omit<RestRequest, "signal">,
): AsyncGenerator<readonly string[]> {
  const ending = followSignal(signal);
  let cancel = (): void => {};
  const late = new Promise<undefined>((resolve) => {
    if (rest.timeoutMs > 0) cancel = session.clock.after(rest.timeoutMs, () => resolve(undefined));
  });
  try {
    const answer = await rest.send({ ...request, signal: ending.signal });
    const changes = answerLines(answer.body);
    for (;;) {
      const next = await Promise.race([changes.next(), late]);
      if (next === undefined || next.done === true || signal.aborted) return;
      yield next.value.filter((line) => line !== "");
    }
  } finally {
    cancel();
    ending.abort();
  }
}

/** The parameters of a watch by an informer, which ends after five to ten minutes (cache.Reflector). */
export function watchQuery({ random }: Session, resourceVersion: string, typed = false): Query {
  const seconds = 300 + Math.floor(random() * 300);
  const own = typed ? { timeout: formatDuration(BigInt(seconds) * 1_000_000_000n) } : {};
  return { ...own, allowWatchBookmarks: "true", resourceVersion, timeoutSeconds: String(seconds), watch: "true" };
}

/** The item of a list of one, with its type, which lists leave out. */
function itemOf(list: JsonObject): JsonObject | undefined {
  const [item] = itemsAt(list, "items").filter(isObject);
  const kind = textAt(list, "kind").replace(/List$/, "");
  return item && { apiVersion: textAt(list, "apiVersion"), kind, ...item };
}

async function watched(
  current: JsonObject | undefined,
  events: AsyncGenerator<readonly string[]>,
  ending: Promise<undefined>,
  look: Look,
): Promise<Match> {
  try {
    return look(current) ? { object: current } : await nextMatch(events, ending, look);
  } finally {
    void events.return(undefined);
  }
}

type Match = { readonly object: JsonObject | undefined } | "late" | "ended";

/** The next state that is looked for; "ended" if the watch ends before it. */
async function nextMatch(
  lines: AsyncIterator<readonly string[]>,
  ending: Promise<undefined>,
  look: Look,
): Promise<Match> {
  for (;;) {
    const next = await Promise.race([lines.next(), ending]);
    if (next === undefined) return "late";
    if (next.done === true) return "ended";
    for (const line of next.value) {
      if (line === "") continue;
      const event = decodeJson(line);
      const type = textAt(event, "type");
      if (type === "BOOKMARK" || type === "ERROR") continue;
      const object = objectAt(event, "object");
      if (look(type === "DELETED" ? undefined : object)) return { object };
    }
  }
}
