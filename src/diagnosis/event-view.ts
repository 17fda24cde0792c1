import { isRecord } from "../apimachinery/is-record.ts";
import type { KubeObject } from "../apimachinery/meta.ts";

/** An event of either API, as rules read it. */
export interface EventView {
  /** The name of the event itself. */
  readonly name: string;
  readonly type: string;
  readonly reason: string;
  readonly message: string;
  /** The container of the pod that it is about; "" for none. */
  readonly container: string;
  readonly count: number;
  readonly first: string;
  readonly last: string;
}

const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** Reads an event of core/v1 or events.k8s.io/v1. */
function viewOf(event: KubeObject): EventView {
  const series = isRecord(event["series"]) ? event["series"] : {};
  const first = text(event["firstTimestamp"]) || text(event["deprecatedFirstTimestamp"]) || text(event["eventTime"]);
  const about = aboutOf(event);
  const last =
    text(series["lastObservedTime"]) || text(event["lastTimestamp"]) || text(event["deprecatedLastTimestamp"]);
  return {
    name: event.metadata.name ?? "",
    type: text(event["type"]),
    reason: text(event["reason"]),
    message: text(event["message"]) || text(event["note"]),
    container: /\{([^{}]+)\}$/.exec(text(about["fieldPath"]))?.[1] ?? "",
    count: Number(series["count"] ?? event["count"] ?? event["deprecatedCount"] ?? 1) || 1,
    first,
    last: last || first,
  };
}

/** The reference to what an event is about. */
function aboutOf(event: KubeObject): Readonly<Record<string, unknown>> {
  const about = event["involvedObject"] ?? event["regarding"];
  return isRecord(about) ? about : {};
}

/** Returns the events about an object, the latest first. */
export function eventsOf(events: readonly KubeObject[], { kind, metadata }: KubeObject): readonly EventView[] {
  const isAbout = (event: KubeObject): boolean => {
    const about = aboutOf(event);
    if (about["name"] !== metadata.name || about["kind"] !== kind) return false;
    // Events about nodes have the node's name as uid.
    return kind === "Node" || about["uid"] === undefined || metadata.uid === undefined || about["uid"] === metadata.uid;
  };
  return events
    .filter(isAbout)
    .map(viewOf)
    .toSorted((a, b) => (a.last < b.last ? 1 : a.last > b.last ? -1 : 0));
}
