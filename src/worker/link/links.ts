import type { Endpoint } from "comlink";
import { readFrame } from "./protocol.ts";
import type { Frame, Link } from "./protocol.ts";

/** What two threads talk through: a Worker on one side, that worker's scope on the other. */
export interface ThreadPort {
  postMessage(message: unknown, options?: { transfer?: Transferable[] }): void;
  addEventListener(type: "message", listener: (event: MessageEvent<unknown>) => void): void;
}

/**
 * A link over a port that carries other messages as well: frames keep their order among them. Closing the link leaves
 * the port alone.
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

/** A link over a BroadcastChannel that only its two ends know; everything is copied. */
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

/** A BroadcastChannel for comlink, which may still answer after it was closed. */
export interface ChannelEndpoint extends Endpoint {
  close(): void;
}

export function createChannelEndpoint(channel: BroadcastChannel): ChannelEndpoint {
  let open = true;
  return {
    postMessage: (message) => {
      if (open) channel.postMessage(message);
    },
    addEventListener: (type, listener) => channel.addEventListener(type, listener),
    removeEventListener: (type, listener) => channel.removeEventListener(type, listener),
    close: () => {
      open = false;
      channel.close();
    },
  };
}

function deliver(event: MessageEvent<unknown>, receiver: (frame: Frame) => void): void {
  const frame = readFrame(event.data);
  if (frame !== undefined) receiver(frame);
}
