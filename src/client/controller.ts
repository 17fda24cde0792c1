import type { Clock } from "../apimachinery/clock.ts";
import type { Handle } from "../component-base/exchange.ts";
import { Client } from "./client.ts";

/** What a controller needs. `headers` go with every request: the Authorization of its own user. */
export interface ControllerOptions {
  readonly handle: Handle;
  readonly clock: Clock;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Something that keeps the server's state as it should be, from outside. */
export interface Controller {
  /** Works until the signal is aborted or it is closed. */
  start(signal: AbortSignal): void;
  /** Resolves when all that it has heard of is done; what is planned for later does not count. */
  idle(): Promise<void>;
  close(): void;
}

/** A client with the User-Agent that names a controller in traces and field managers. */
export const controllerClient = (name: string, { handle, headers = {} }: ControllerOptions): Client =>
  new Client({ handle, userAgent: `kubepad-controller-${name}/1.34`, headers });
