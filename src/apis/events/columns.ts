import { isRecord } from "../../apimachinery/is-record.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { textOf } from "../../apimachinery/text-of.ts";
import type { TableLayout } from "../../apiserver/registry/table-column.ts";
import { at, nameColumn, numberIn, stringIn, text, timeSince, wide } from "../table-cells.ts";

/** Returns a field by its path in core/v1, or by its path in events.k8s.io/v1. */
const either = (event: KubeObject, core: readonly string[], other: readonly string[]): unknown =>
  at(event, ...core) ?? at(event, ...other);

const firstSeen = (event: KubeObject): unknown =>
  either(event, ["firstTimestamp"], ["deprecatedFirstTimestamp"]) ?? at(event, "eventTime");

/** Returns the last time of the series, else of the event itself. */
function lastSeen(event: KubeObject): unknown {
  const series = event["series"];
  if (isRecord(series)) return series["lastObservedTime"];
  return either(event, ["lastTimestamp"], ["deprecatedLastTimestamp"]) ?? firstSeen(event);
}

function countOf(event: KubeObject): number {
  if (isRecord(event["series"])) return numberIn(event, "series", "count");
  return numberIn(event, "count") || numberIn(event, "deprecatedCount") || 1;
}

const objectOf = (event: KubeObject, member: string): string =>
  textOf(either(event, ["involvedObject", member], ["regarding", member]));

function sourceOf(event: KubeObject): string {
  const component =
    textOf(either(event, ["source", "component"], ["deprecatedSource", "component"])) ||
    stringIn("", event, "reportingComponent") ||
    stringIn("", event, "reportingController");
  const host =
    textOf(either(event, ["source", "host"], ["deprecatedSource", "host"])) || stringIn("", event, "reportingInstance");
  return host === "" ? component : `${component}, ${host}`;
}

function targetOf(event: KubeObject): string {
  const [kind, name] = [objectOf(event, "kind"), objectOf(event, "name")];
  return name === "" ? kind.toLowerCase() : `${kind.toLowerCase()}/${name}`;
}

export const eventTable: TableLayout = {
  columns: [
    text("Last Seen", "How long ago it was last seen.", (event, now) => timeSince(lastSeen(event), now)),
    text("Type", "Whether it is normal or a warning.", (event) => stringIn("", event, "type")),
    text("Reason", "What it is, in one word.", (event) => stringIn("", event, "reason")),
    text("Object", "What it is about.", targetOf),
    wide(text("Subobject", "Which part of that.", (event) => objectOf(event, "fieldPath"))),
    wide(text("Source", "Who reported it.", sourceOf)),
    text("Message", "What happened.", (event) =>
      (stringIn("", event, "message") || stringIn("", event, "note")).trim(),
    ),
    wide(text("First Seen", "How long ago it was first seen.", (event, now) => timeSince(firstSeen(event), now))),
    wide(text("Count", "How often it was seen.", countOf)),
    wide(nameColumn),
  ],
};
