import type { NewWorld } from "../../worker/host/worker-messages.ts";

/** What a new world begins with: all controllers, and nodes for its pods. */
export const newWorld = { controllers: ["*"], simulatedNodes: 2 } as const satisfies NewWorld;
