import { strictEventStrategy } from "../core/event.ts";
import type { GroupBehaviors } from "../define-resource.ts";
import { eventTable } from "./columns.ts";

/** The behaviors of events.k8s.io. */
export const eventsBehaviors: GroupBehaviors = { events: { strategy: strictEventStrategy, table: eventTable } };
