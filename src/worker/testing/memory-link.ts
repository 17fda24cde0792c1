import type { Frame, Link } from "../link/protocol.ts";

/**
 * Creates a pair of in-memory links. Frames arrive in a later microtask, in order, as structured clones. Every frame
 * sent is recorded in `sent`.
 */
export function createMemoryLinks(): { readonly client: Link; readonly server: Link; readonly sent: Frame[] } {
  const sent: Frame[] = [];
  const receivers: { client?: (frame: Frame) => void; server?: (frame: Frame) => void } = {};
  const end = (here: "client" | "server", there: "client" | "server"): Link => {
    let open = true;
    return {
      send(frame) {
        if (!open) return;
        sent.push(frame);
        const copy = structuredClone(frame);
        queueMicrotask(() => receivers[there]?.(copy));
      },
      receive(receiver) {
        receivers[here] = receiver;
      },
      close() {
        open = false;
        delete receivers[here];
      },
    };
  };
  return { client: end("client", "server"), server: end("server", "client"), sent };
}
