import type { CurrentConnection } from "./connection.ts";
import type { LeadershipState } from "./leadership.ts";
import { Observable } from "./observable.ts";
import type { ServerEvents, ServerProcess } from "./tab-worker.ts";

/** A tab that shares no storage with other tabs: its worker keeps all data in memory. */
export interface Alone {
  readonly state: Observable<LeadershipState>;
  close(): void;
}

const closedReason = "Kubepad was closed.";
const diedReason = "The server's worker ended, and what was in its memory is gone. Reload the page to start another.";

/** Starts a server for this tab only, with an optional reason for not sharing. */
export function startAlone(
  current: CurrentConnection,
  leaderId: string,
  reason: string | undefined,
  startServer: (events: ServerEvents) => ServerProcess,
): Alone {
  const state = new Observable<LeadershipState>({
    role: "starting",
    leaderId,
    epoch: undefined,
    persistent: false,
    reason,
  });
  const server = startServer({
    ready: () => state.set({ role: "alone", leaderId, epoch: undefined, persistent: false, reason }),
    restarted: () => undefined, // no other tab depends on its epoch
    deposed: () => undefined, // no other tab uses this server
    died: () => {
      current.fail(diedReason);
      state.set({ ...state.get(), reason: diedReason });
    },
    failed: (failure) => {
      if (state.get().role === "alone") return;
      current.fail(failure);
      state.set({ ...state.get(), reason: failure });
    },
  });
  current.change(server.connection, "");
  const close = (): void => {
    current.close(closedReason);
    server.stop(closedReason);
  };
  return { state, close };
}
