import type { Endpoint } from "comlink";

/** A BroadcastChannel as a comlink endpoint. comlink may still post responses after it was closed. */
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
