import { readFrame } from "./protocol.ts";
import type { Frame, Link } from "./protocol.ts";

/** A message port between two threads: a Worker on one side, the worker's global scope on the other. */
export interface ThreadPort {
  postMessage(message: unknown, options?: { transfer?: Transferable[] }): void;
  addEventListener(type: "message", listener: (event: MessageEvent<unknown>) => void): void;
}

/**
 * Creates a link over a port that carries other messages as well; frames are kept in order with them. Closing the link
 * does not close the port.
 */
export function createThreadLink(port: ThreadPort): Link {
  let open = true;
  return {
    send(frame, transfer) {
      if (open) port.postMessage(frame, transfer && { transfer: [...transfer] });
    },
    receive(receiver) {
      port.addEventListener("message", (event) => open && deliver(event, receiver));
    },
    close() {
      open = false;
    },
  };
}

/** Creates a link over a BroadcastChannel whose name only its two ends know. All data is copied. */
export function createBroadcastLink(channel: BroadcastChannel): Link {
  let open = true;
  return {
    send(frame) {
      if (open) channel.postMessage(frame);
    },
    receive(receiver) {
      channel.onmessage = (event) => open && deliver(event, receiver);
    },
    close() {
      open = false;
      channel.close();
    },
  };
}

function deliver(event: MessageEvent<unknown>, receiver: (frame: Frame) => void): void {
  const frame = readFrame(event.data);
  if (frame !== undefined) receiver(frame);
}
