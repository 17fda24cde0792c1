import type { Page } from "../../state/page.ts";
import { firstPlace } from "../../state/route.ts";

const isText = (value: unknown): value is string => typeof value === "string";

/** Leads back from a shared world to the tab's own server, to where the reader was last. */
export const leaveWorld = ({ guests }: Page): void => guests.leave(guests.memory.read("route", isText) ?? firstPlace);
