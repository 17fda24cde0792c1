import type { ServerStep } from "../../../client/races.ts";

/** What steps are called. */
export const stepNames: Readonly<Record<ServerStep, string>> = {
  begin: "arrive",
  read: "read",
  admission: "admission",
  write: "compare and swap",
  commit: "commit",
  event: "event",
};
