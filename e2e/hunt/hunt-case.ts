import type { Client } from "../../src/client/client.ts";
import type { Handle } from "../../src/component-base/exchange.ts";

/** Stands in a body for the resourceVersion of the object that is replaced. */
export const liveVersion = "LIVE-VERSION";

/** A request of the block hunter. Its body is made when it is needed, since it may be of 3 MB. */
export interface HuntRequest {
  readonly method: string;
  readonly target: string;
  readonly contentType?: string;
  readonly accept?: string;
  readonly headers?: () => Readonly<Record<string, string>>;
  readonly body?: () => string | Uint8Array;
}

/** A request that could block the server or make it grow, and the requests that set the scene for it. */
export interface RequestHunt {
  readonly name: string;
  readonly before?: readonly HuntRequest[];
  /** Sets the scene in the server's own process, where that takes many requests. */
  readonly prepare?: (world: HuntedWorld) => Promise<unknown>;
  readonly request: HuntRequest;
  /** The status of the answer, where it is one of a failure of the server. */
  readonly failure?: number;
  /** The paths of what is deleted afterwards. */
  readonly after?: readonly string[];
  /** Whether another case tries the same code, so that this one is left out unless all are asked for. */
  readonly isSibling?: boolean;
}

/** What a task works with: the server in its own process. */
export interface HuntedWorld {
  readonly handle: Handle;
  readonly client: Client;
}

/** What is done beside the server in its own process: by clients, controllers, the terminal. */
export interface TaskHunt {
  readonly name: string;
  /** Whether controllers and simulated nodes live in the world of the server. */
  readonly controllers?: boolean;
  /** Sets the scene. */
  readonly prepare?: (world: HuntedWorld) => Promise<unknown>;
  /** What is measured; returns what came of it. */
  readonly run: (world: HuntedWorld) => Promise<string>;
}

export type HuntCase = RequestHunt | TaskHunt;

/** The number of bytes that a request may have (server.Config.MaxRequestBodyBytes). */
export const maxBodyBytes = 3 * 1024 * 1024;

const slackBytes = 2_000;

/** Returns as many items as fit into a body, joined by commas. */
export function filled(item: (index: number) => string, bytes = maxBodyBytes - slackBytes): string {
  const items: string[] = [];
  for (let size = 0, i = 0; ; i++) {
    const next = item(i);
    size += next.length + 1;
    if (size > bytes) return items.join(",");
    items.push(next);
  }
}

/** Returns a number of items, joined by commas. */
export const several = (count: number, item: (index: number) => string): string =>
  Array.from({ length: count }, (_, i) => item(i)).join(",");

/** Returns a POST of JSON. */
export const post = (target: string, body: () => string): HuntRequest => ({
  method: "POST",
  target,
  contentType: "application/json",
  body,
});
