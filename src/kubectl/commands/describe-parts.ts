import { compareUtf8 } from "../../apimachinery/compare-utf8.ts";
import { humanDuration } from "../../apimachinery/human-duration.ts";
import type { JsonObject, JsonValue } from "../../apimachinery/json/value.ts";
import type { Invocation } from "../invocation.ts";
import { itemsAt, kindOf, nameOf, namespaceOf, objectAt, textAt, valueAt } from "../json-access.ts";
import { typedList } from "../rest/rest.ts";

/** Describes an object: its lines, cells separated by tabs. */
export type Describe = (invocation: Invocation, object: JsonObject) => Promise<string> | string;

export const sortedKeys = (object: JsonObject): readonly string[] => Object.keys(object).sort(compareUtf8);

/** A map under a title, one pair a line (describe.printLabelsMultiline). */
export function multiline(title: string, map: JsonObject, separator: string): string {
  const keys = sortedKeys(map);
  if (keys.length === 0) return `${title}:\t<none>\n`;
  return keys.map((key, i) => `${i === 0 ? `${title}:` : ""}\t${key}${separator}${textAt(map, key)}\n`).join("");
}

/** Values under a title, one a line. */
export const listed = (title: string, values: readonly string[]): string =>
  values.length === 0
    ? `${title}:\t<none>\n`
    : values.map((value, i) => `${i === 0 ? `${title}:` : ""}\t${value}\n`).join("");

const lastApplied = "kubectl.kubernetes.io/last-applied-configuration";

export function annotations(object: JsonObject, title = "Annotations"): string {
  const { [lastApplied]: _own, ...shown } = objectAt(object, "metadata", "annotations");
  return multiline(title, shown, ": ");
}

export const labels = (object: JsonObject, title = "Labels"): string =>
  multiline(title, objectAt(object, "metadata", "labels"), "=");

/** The line of a value with a name; "" where there is none. */
export const line = (title: string, object: JsonValue | undefined, ...path: readonly string[]): string =>
  textAt(object, ...path) === "" ? "" : `${title}:\t${textAt(object, ...path)}\n`;

/** The number at a path; 0 where there is none. */
export const numberAt = (object: JsonValue | undefined, ...path: readonly string[]): number =>
  Number(textAt(object, ...path) || 0);

const days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** A time as Go's RFC1123Z writes it, in UTC; the zero time for "". */
export function longTime(text: string): string {
  if (text === "") return "Mon, 01 Jan 0001 00:00:00 +0000";
  const date = new Date(Date.parse(text));
  const day = String(date.getUTCDate()).padStart(2, "0");
  const time = date.toISOString().slice(11, 19);
  return `${days[date.getUTCDay()]}, ${day} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()} ${time} +0000`;
}

/** How long ago a time was; `<unknown>` for none (describe.translateTimestampSince). */
export const sinceText = ({ session }: Invocation, text: string): string =>
  text === "" ? "<unknown>" : humanDuration(session.clock.now() - Date.parse(text));

/** The controller of an object as `KIND/NAME` on a line; "" without one. */
export function controlledBy(object: JsonObject): string {
  const owner = controllerOf(object);
  return owner === undefined ? "" : `Controlled By:\t${textAt(owner, "kind")}/${textAt(owner, "name")}\n`;
}

/** The owner reference of an object's controller (metav1.GetControllerOf). */
export const controllerOf = (object: JsonValue): JsonValue | undefined =>
  itemsAt(object, "metadata", "ownerReferences").find((owner) => valueAt(owner, "controller") === true);

/** Conditions with their reasons, as controllers' descriptions show them. */
export function conditions(object: JsonObject): string {
  const rows = itemsAt(object, "status", "conditions");
  if (rows.length === 0) return "";
  const text = rows.map((each) => `  ${textAt(each, "type")} \t${textAt(each, "status")}\t${textAt(each, "reason")}\n`);
  return `Conditions:\n  Type\tStatus\tReason\n  ----\t------\t------\n${text.join("")}`;
}

/** All items of a list, read in chunks. */
export async function listAll(
  { rest, flags }: Invocation,
  path: string,
  query: Readonly<Record<string, string>> = {},
): Promise<readonly JsonValue[]> {
  const found: JsonValue[] = [];
  for (let token = ""; ;) {
    const chunk = { ...typedList, ...query, limit: flags.text("chunk-size"), continue: token };
    const page = await rest.object({ method: "GET", path, query: chunk });
    found.push(...itemsAt(page, "items"));
    token = textAt(page, "metadata", "continue");
    if (token === "") return found;
  }
}

/** What the events of an object are looked up by; "" for what is left out. */
export interface EventSubject {
  readonly kind: string;
  readonly uid: string;
}

/** The events that are about an object (describe.searchEvents). */
export async function findEvents(
  { rest, flags }: Invocation,
  object: JsonObject,
  { kind, uid }: EventSubject,
): Promise<readonly JsonValue[]> {
  const terms = [
    `involvedObject.name=${nameOf(object)}`,
    `involvedObject.namespace=${namespaceOf(object)}`,
    kind === "" ? "" : `involvedObject.kind=${kind}`,
    uid === "" ? "" : `involvedObject.uid=${uid}`,
  ];
  try {
    const list = await rest.object({
      method: "GET",
      path: namespaceOf(object) === "" ? "/api/v1/events" : `/api/v1/namespaces/${namespaceOf(object)}/events`,
      query: {
        ...typedList,
        fieldSelector: terms.filter((term) => term !== "").join(","),
        limit: flags.text("chunk-size"),
      },
    });
    return itemsAt(list, "items");
  } catch {
    return [];
  }
}

/** The events of an object; "" without `--show-events`. */
export async function events(invocation: Invocation, object: JsonObject): Promise<string> {
  if (!invocation.flags.bool("show-events")) return "";
  const subject = { kind: kindOf(object), uid: textAt(object, "metadata", "uid") };
  return eventsText(invocation, await findEvents(invocation, object, subject));
}

/** How long ago an event was, and how often (describe.DescribeEvents). */
export function eventAge(invocation: Invocation, event: JsonValue): string {
  const first = sinceText(invocation, textAt(event, "eventTime") || textAt(event, "firstTimestamp"));
  const series = objectAt(event, "series");
  if (Object.keys(series).length > 0)
    return `${sinceText(invocation, textAt(series, "lastObservedTime"))} (x${textAt(series, "count")} over ${first})`;
  if (numberAt(event, "count") <= 1) return first;
  return `${sinceText(invocation, textAt(event, "lastTimestamp"))} (x${textAt(event, "count")} over ${first})`;
}

/** The section of events. */
export function eventsText(invocation: Invocation, found: readonly JsonValue[]): string {
  if (found.length === 0) return "Events:\t<none>\n";
  const at = (event: JsonValue): string => textAt(event, "lastTimestamp");
  const rows = [...found]
    .sort((a, b) => compareUtf8(at(a), at(b)))
    .map((event) =>
      [
        textAt(event, "type"),
        textAt(event, "reason"),
        eventAge(invocation, event),
        textAt(event, "source", "component") || textAt(event, "reportingComponent"),
        textAt(event, "message").trim(),
      ].join("\t"),
    );
  return `Events:\n  Type\tReason\tAge\tFrom\tMessage\n  ----\t------\t----\t----\t-------\n${rows.map((row) => `  ${row}\n`).join("")}`;
}
