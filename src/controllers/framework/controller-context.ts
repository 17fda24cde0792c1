import type { Client } from "../../client/client.ts";
import type { Controller, ControllerOptions } from "../../client/controller.ts";
import type { SharedInformers } from "./shared-informers.ts";

/** What a controller of a controller manager gets: its own user's headers, and the informers that all of them share. */
export interface ControllerContext extends ControllerOptions {
  readonly informers: SharedInformers;
  /** A client of system:kube-controller-manager, for what an account of a controller may not do. */
  readonly manager: Client;
  /** Returns a random UUID. */
  readonly newUuid: () => string;
  /** The CA of the serving certificate in PEM, where the host knows it (--root-ca-file). */
  readonly servingCa?: string | undefined;
}

/** Creates a controller. It asks for its informers at once, and does nothing else before it is started. */
export type CreateController = (context: ControllerContext) => Controller;
