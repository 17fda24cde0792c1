import { pushAll } from "../../../apimachinery/long-lists.ts";
import { compareUtf8 } from "../../../apimachinery/compare-utf8.ts";
import { humanDuration } from "../../../apimachinery/human-duration.ts";
import type { JsonObject, JsonValue } from "../../../apimachinery/json/value.ts";
import type { Invocation } from "../../invocation.ts";
import { itemsAt, kindOf, nameOf, namespaceOf, objectAt, textAt, valueAt } from "../../json-access.ts";
import { goSort } from "../../output/go-sort.ts";
import { typedList } from "../../rest/rest.ts";

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

/** The most of a line that is shown of annotations and attributes. */
export const longestLine = 140;

/** Annotations, one a line; long ones and those of several lines below their key (printAnnotationsMultiline). */
export function annotations(object: JsonObject, title = "Annotations"): string {
  const { [lastApplied]: _own, ...shown } = objectAt(object, "metadata", "annotations");
  return listed(
    title,
    sortedKeys(shown).map((key) => {
      const value = textAt(shown, key).replace(/\n$/, "");
      if (value.length + key.length + 2 <= longestLine && !value.includes("\n")) return `${key}: ${value}`;
      return [`${key}:`, ...value.split("\n").map((each) => `\t  ${shortened(each, longestLine - 2)}`)].join("\n");
    }),
  );
}

/** The first part of a text that is too long, with dots after it (describe.shorten). */
export const shortened = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most)}...` : text;

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

const betaClass = "volume.beta.kubernetes.io/storage-class";

/** The storage class of a volume or a claim; "" without one (util/storage.GetPersistentVolumeClaimClass). */
export const storageClassOf = (object: JsonValue): string =>
  textAt(object, "metadata", "annotations", betaClass) || textAt(object, "spec", "storageClassName");

/** What a claim is filled from; "" for nothing. */
export function dataSourceText(claim: JsonValue, indent = ""): string {
  const source = objectAt(claim, "spec", "dataSource");
  if (Object.keys(source).length === 0) return "";
  const inner = `${indent}  `;
  return `${indent}DataSource:\n${line(`${inner}APIGroup`, source, "apiGroup")}${inner}Kind:\t${textAt(source, "kind")}\n${inner}Name:\t${textAt(source, "name")}\n`;
}

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
    pushAll(found, itemsAt(page, "items"));
    token = textAt(page, "metadata", "continue");
    if (token === "") return found;
  }
}

/** What the events of an object are looked up by; "" for what is left out. */
export interface EventSubject {
  readonly kind: string;
  readonly uid: string;
}

/** The events that are about an object; none if they cannot be read. */
export const findEvents = (
  invocation: Invocation,
  object: JsonObject,
  subject: EventSubject,
): Promise<readonly JsonValue[]> => searchEvents(invocation, object, subject).catch(() => []);

/** The events that are about an object (describe.searchEvents). Throws what the server says of reading them. */
function searchEvents(
  invocation: Invocation,
  object: JsonObject,
  { kind, uid }: EventSubject,
): Promise<readonly JsonValue[]> {
  const terms = [
    `involvedObject.name=${nameOf(object)}`,
    `involvedObject.namespace=${namespaceOf(object)}`,
    kind === "" ? "" : `involvedObject.kind=${kind}`,
    uid === "" ? "" : `involvedObject.uid=${uid}`,
  ];
  const within = namespaceOf(object);
  return listAll(invocation, within === "" ? "/api/v1/events" : `/api/v1/namespaces/${within}/events`, {
    fieldSelector: terms.filter((term) => term !== "").join(","),
  });
}

const subjectOf = (object: JsonObject): EventSubject => ({
  kind: kindOf(object),
  uid: textAt(object, "metadata", "uid"),
});

/** The events of an object; "" without `--show-events`. */
export async function events(invocation: Invocation, object: JsonObject): Promise<string> {
  if (!invocation.flags.bool("show-events")) return "";
  return eventsText(invocation, await findEvents(invocation, object, subjectOf(object)));
}

/** As `events`, for the kinds whose description fails without them. Throws what the server says. */
export async function requiredEvents(invocation: Invocation, object: JsonObject): Promise<string> {
  if (!invocation.flags.bool("show-events")) return "";
  return eventsText(invocation, await searchEvents(invocation, object, subjectOf(object)));
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
  const rows = goSort(found, (a, b) => compareUtf8(at(a), at(b)) < 0).map((event) =>
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
