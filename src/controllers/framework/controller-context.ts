import type { Controller, ControllerOptions } from "../../client/controller.ts";
import type { SharedInformers } from "./shared-informers.ts";

/** What a controller of a controller manager gets: its own user's headers, and the informers that all of them share. */
export interface ControllerContext extends ControllerOptions {
  readonly informers: SharedInformers;
}

/** Creates a controller. It asks for its informers at once, and does nothing else before it is started. */
export type CreateController = (context: ControllerContext) => Controller;
