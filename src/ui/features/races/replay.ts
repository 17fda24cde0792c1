import { withParameters, type Route } from "../../state/route.ts";

/** An order of steps, and how many of them are done. */
export interface Replay {
  readonly order: readonly string[];
  readonly at: number;
}

/** Reads the order in an address: `?order=alice.bob.bob&at=2`. */
export function replayOf({ parameters }: Route, actors: readonly string[]): Replay {
  const order = (parameters["order"] ?? "").split(".").filter((name) => actors.includes(name));
  const at = Number(parameters["at"] ?? order.length);
  return { order, at: Number.isInteger(at) && at >= 0 ? Math.min(at, order.length) : order.length };
}

/** The steps that are done. */
export const doneOf = ({ order, at }: Replay): readonly string[] => order.slice(0, at);

/** An order of which all steps are done. */
export const replayTo = (order: readonly string[]): Replay => ({ order, at: order.length });

/** The address of a race at a step of an order. */
export const replayAddress = (route: Route, { order, at }: Replay): string =>
  withParameters(route, {
    order: order.length === 0 ? undefined : order.join("."),
    at: at === order.length ? undefined : String(at),
  });
