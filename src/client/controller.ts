import type { Clock } from "../apimachinery/clock.ts";
import type { Handle } from "../component-base/exchange.ts";
import { controllerUserAgent } from "../component-base/trace-source.ts";
import { Client } from "./client.ts";
import type { ReadWatchLine } from "./watch-lines.ts";

/**
 * Options of a controller. `headers` are sent with every request, e.g. the Authorization of the controller's own user.
 */
export interface ControllerOptions {
  readonly handle: Handle;
  readonly clock: Clock;
  readonly headers?: Readonly<Record<string, string>>;
  /** Decodes the events of watches, for all controllers that follow the same resources. */
  readonly readLine?: ReadWatchLine;
}

/** A controller: reconciles the state of the server as a client of its API. */
export interface Controller {
  /** Runs until the signal is aborted or the controller is closed. */
  start(signal: AbortSignal): void;
  /** Resolves when all observed changes have been processed; delayed work does not count. */
  idle(): Promise<void>;
  close(): void;
}

/**
 * Returns a client whose User-Agent begins with the upstream component of a controller, which becomes its field
 * manager, and ends with the controller's name, for traces.
 */
export const controllerClient = (name: string, { handle, headers = {}, readLine }: ControllerOptions): Client =>
  new Client({ handle, userAgent: controllerUserAgent(name), headers, readLine });
