import type { Handler } from "../handler.ts";
import type { RequestContext } from "../request-context.ts";

/** A path that is no resource: discovery, health, version. Undefined where it is not its path. */
export type NonResourceRoute = (path: string, ctx: RequestContext) => Handler | undefined;
