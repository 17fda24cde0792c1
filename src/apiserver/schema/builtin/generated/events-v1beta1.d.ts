/* oxlint-disable */
// Made by .config/schema/generate-types.mjs from the facts of Kubernetes v1.34's built-in types.
import type { EventSource, ObjectReference } from "./core-v1.d.ts";
import type { ListMeta } from "./meta-v1.d.ts";
import type { ObjectMeta } from "../../../../apimachinery/meta.ts";

export type Event = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly eventTime: string | null;
  readonly series?: EventSeries | undefined;
  readonly reportingController?: string | undefined;
  readonly reportingInstance?: string | undefined;
  readonly action?: string | undefined;
  readonly reason?: string | undefined;
  readonly regarding: ObjectReference;
  readonly related?: ObjectReference | undefined;
  readonly note?: string | undefined;
  readonly type?: string | undefined;
  readonly deprecatedSource: EventSource;
  readonly deprecatedFirstTimestamp: string | null;
  readonly deprecatedLastTimestamp: string | null;
  readonly deprecatedCount?: number | undefined;
};

export type EventList = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ListMeta;
  readonly items: readonly Event[] | null;
};

export type EventSeries = {
  readonly count: number;
  readonly lastObservedTime: string | null;
};
