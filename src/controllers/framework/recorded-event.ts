import type { KubeObject } from "../../apimachinery/meta.ts";

/** core/v1 ObjectReference of what an event is about. */
export interface InvolvedObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
  readonly uid: string;
  readonly resourceVersion?: string;
  readonly fieldPath?: string;
}

/** The fields of a core/v1 Event that a recorder writes. */
export interface RecordedEvent extends KubeObject {
  readonly involvedObject: InvolvedObject;
  readonly reason: string;
  readonly message: string;
  readonly source: { readonly component: string };
  readonly firstTimestamp: string;
  readonly lastTimestamp: string;
  readonly count: number;
  readonly type: EventType;
  readonly reportingComponent: string;
  readonly reportingInstance: string;
}

export type EventType = "Normal" | "Warning";
