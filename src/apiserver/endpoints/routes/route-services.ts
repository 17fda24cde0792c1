import type { MediaContext } from "../output/media-context.ts";
import type { Authorizer } from "../../request/authorizer.ts";

/** How long a watch lasts when the client does not say, in milliseconds. */
export interface WatchTimeouts {
  next(): number;
}

/** What the handlers of all resources share. */
export interface RouteServices {
  readonly authorizer: Authorizer;
  readonly watchTimeouts: WatchTimeouts;
  readonly media: MediaContext;
}
