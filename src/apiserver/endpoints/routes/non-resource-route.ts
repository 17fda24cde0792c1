import type { Handler } from "../handler.ts";
import type { RequestContext } from "../request-context.ts";

/** A non-resource route, such as discovery, health or version. Returns undefined if it does not serve the path. */
export type NonResourceRoute = (path: string, ctx: RequestContext) => Handler | undefined;
