import { isKubeObject, isStatus } from "../../data/send.ts";
import { plural } from "../../data/words.ts";
import { nameOf, readTarget } from "../../kube/resource.ts";
import { sizeOfList, type ListSize } from "../../texts/text-calls.ts";
import type { Run } from "./run.ts";

const done: Readonly<Record<string, string>> = {
  POST: "created",
  PUT: "stored",
  PATCH: "patched",
  DELETE: "deleted",
  GET: "read",
};

/** Larger bodies are not parsed in the page. */
export const readUpTo = 100_000;

/** Summarizes the response in one sentence: `ConfigMap demo/settings created at revision 42`. */
export function answerInWords(run: Run): string {
  if (run.phase === "sending") return "waiting for the response";
  if (run.phase === "aborted")
    return run.timeline === undefined ? "aborted" : `you ended the watch after ${plural(run.timeline.total, "event")}`;
  if (run.phase === "failed") return "not sent";
  if (run.timeline?.error !== undefined) return "the server ended the watch with an ERROR event";
  if (run.timeline !== undefined)
    return run.phase === "streaming"
      ? `watching, ${plural(run.timeline.total, "event")} so far`
      : `the server ended the watch after ${plural(run.timeline.total, "event")}`;
  if (run.status >= 400) return "rejected by the server";
  return bodyInWords(run);
}

function bodyInWords({ draft, text }: Run): string {
  const value = text.length > readUpTo ? undefined : readJson(text);
  if (isStatus(value))
    return value.details?.name === undefined
      ? (value.status ?? "")
      : `${value.details.kind ?? ""} ${value.details.name} is deleted`;
  const size = sizeOfList(value);
  if (size !== undefined) return sizeInWords(size);
  if (!isKubeObject(value)) return "";
  const dry = new URLSearchParams(readTarget(draft.target)?.query ?? "").has("dryRun");
  const verb = value.metadata.deletionTimestamp === undefined ? (done[draft.method] ?? "") : "is being deleted";
  return `${value.kind ?? ""} ${nameOf(value)} ${dry ? `would be ${verb} (dry run)` : verb}${value.metadata.resourceVersion === undefined ? "" : `, revision ${value.metadata.resourceVersion}`}`;
}

/** `500 items, and more pages`. */
export const sizeInWords = ({ items, continues }: ListSize): string =>
  `${plural(items, "item")}${continues ? ", and more pages" : ""}`;

/** Parses JSON; undefined if the text is invalid. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
