import type { MediaContext } from "../output/media-context.ts";
import type { Authorizer } from "../../request/authorizer.ts";

/** The timeout of a watch without timeoutSeconds, in milliseconds. */
export interface WatchTimeouts {
  next(): number;
}

/** The services shared by the handlers of all resources. */
export interface RouteServices {
  readonly authorizer: Authorizer;
  readonly watchTimeouts: WatchTimeouts;
  readonly media: MediaContext;
}
