import type { Answer } from "../../../component-base/exchange.ts";
import type { Filter, Handler } from "../handler.ts";
import type { RequestContext } from "../request-context.ts";

/** Rules of faults in effect. */
export interface InjectedFaults {
  /** The number of rules. */
  readonly count: number;
  /** Handles a request, or does to it what a rule says. */
  handle(ctx: RequestContext, next: Handler): Promise<Answer>;
  /** Returns why the next commit fails; undefined if it is to be tried. */
  refusedCommit(): Error | undefined;
  /** Awaited before a webhook is called for a request; rejects if the call is to fail. */
  webhook(name: string, timeoutMs: number, request: object): Promise<void>;
}

/** Where faults come in. Without rules, a request costs one comparison. */
export interface FaultHook {
  active: InjectedFaults | undefined;
}

/** Does to requests what the rules of faults say, once it is known whose they are and that they are allowed. */
export const withFaults =
  (hook: FaultHook): Filter =>
  (next) =>
  (ctx) =>
    hook.active === undefined ? next(ctx) : hook.active.handle(ctx, next);
