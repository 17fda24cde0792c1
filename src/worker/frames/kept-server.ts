import { messageOf } from "../../apimachinery/message-of.ts";
import type { Kubepad } from "../kubepad.ts";
import { Observable } from "../tabs/observable.ts";
import type { BringSeed, FrameServer, FrameServerState } from "./frame-server.ts";

/** A frame's server, wherever it keeps its objects. */
export type EmbeddedServer = Pick<FrameServer, "handle" | "inspect" | "registrations" | "state" | "reset">;

/**
 * A Kubepad of a frame whose objects are kept for the next visit, or in memory where the browser refuses to keep them.
 * It begins with the objects of the seed that it lacks.
 */
export function createKeptServer(kubepad: Kubepad, seed: BringSeed): EmbeddedServer {
  const state = new Observable<FrameServerState>({ kind: "starting" });
  const begin = async (): Promise<void> => {
    try {
      await seed(kubepad.handle);
      state.set({ kind: "ready", restarts: 0 });
    } catch (error) {
      state.set({ kind: "failed", reason: messageOf(error) });
    }
  };
  void begin();
  return {
    handle: kubepad.handle,
    inspect: kubepad.inspect,
    registrations: kubepad,
    state,
    reset: async () => {
      await kubepad.inspect.reset();
      await seed(kubepad.handle);
    },
  };
}
