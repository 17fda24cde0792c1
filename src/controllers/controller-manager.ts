import type { Clock } from "../apimachinery/clock.ts";
import type { Controller, ControllerOptions } from "../client/controller.ts";
import type { Handle } from "../component-base/exchange.ts";
import { createClusterRoleAggregationController } from "./clusterrole-aggregation/clusterrole-aggregation-controller.ts";
import { createEventExpiryController } from "./event-expiry/event-expiry-controller.ts";
import { createGarbageCollectorController } from "./garbage-collector/garbage-collector.ts";
import { createNamespaceController } from "./namespace/namespace-controller.ts";

/** What runs beside the server. */
const controllers: readonly { readonly name: string; readonly create: (options: ControllerOptions) => Controller }[] = [
  { name: "namespace-controller", create: createNamespaceController },
  { name: "generic-garbage-collector", create: createGarbageCollectorController },
  { name: "event-expiry-controller", create: createEventExpiryController },
  { name: "clusterrole-aggregation-controller", create: createClusterRoleAggregationController },
];

/** A service account of kube-system that may do everything, as the authenticator is to know it. */
export interface ControllerUser {
  readonly name: string;
  readonly uid: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

/** Controllers before the server is there: their tokens must be known to it. */
export interface ControllerManager {
  readonly tokens: ReadonlyMap<string, ControllerUser>;
  /** Starts them soon, after the first answers to others; the returned function stops them. */
  start(handle: Handle): () => void;
}

const startAfterMs = 50;

/** Prepares every controller with a user and a token of its own. */
export function createControllerManager(clock: Clock, createToken: () => string): ControllerManager {
  const runs = controllers.map((controller) => ({ ...controller, token: createToken() }));
  return {
    tokens: new Map(runs.map(({ name, token }) => [token, controllerUser(name)])),
    start(handle) {
      const stop = new AbortController();
      const cancel = clock.after(startAfterMs, () => {
        for (const { create, token } of runs)
          create({ handle, clock, headers: { Authorization: `Bearer ${token}` } }).start(stop.signal);
      });
      return () => {
        cancel();
        stop.abort();
      };
    },
  };
}

const controllerUser = (name: string): ControllerUser => ({
  name: `system:serviceaccount:kube-system:${name}`,
  uid: "",
  groups: ["system:serviceaccounts", "system:serviceaccounts:kube-system", "system:masters"],
  extra: {},
});
