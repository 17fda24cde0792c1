import type { Clock } from "../apimachinery/clock.ts";
import type { Controller, ControllerOptions } from "../client/controller.ts";
import type { Handle } from "../component-base/exchange.ts";
import { createClusterRoleAggregationController } from "./clusterrole-aggregation/clusterrole-aggregation-controller.ts";
import { createEventExpiryController } from "./event-expiry/event-expiry-controller.ts";
import { createFlowSchemaConditionController } from "./flow-schema-condition/flow-schema-condition-controller.ts";
import { createGarbageCollectorController } from "./garbage-collector/garbage-collector.ts";
import { createNamespaceController } from "./namespace/namespace-controller.ts";
import { createResourceQuotaController } from "./resource-quota/resource-quota-controller.ts";
import { createServiceCidrController } from "./service-cidr/service-cidr-controller.ts";

/** The controllers that run next to the API server. */
const controllers: readonly { readonly name: string; readonly create: (options: ControllerOptions) => Controller }[] = [
  { name: "namespace-controller", create: createNamespaceController },
  { name: "generic-garbage-collector", create: createGarbageCollectorController },
  { name: "event-expiry-controller", create: createEventExpiryController },
  { name: "clusterrole-aggregation-controller", create: createClusterRoleAggregationController },
  { name: "resourcequota-controller", create: createResourceQuotaController },
  { name: "service-cidrs-controller", create: createServiceCidrController },
  { name: "flow-schema-condition-controller", create: createFlowSchemaConditionController },
];

/** The service account of a controller: an account in kube-system with full access, as the authenticator returns it. */
export interface ControllerUser {
  readonly name: string;
  readonly uid: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

/** Controllers prepared before the server exists, because the server must know their tokens. */
export interface ControllerManager {
  readonly tokens: ReadonlyMap<string, ControllerUser>;
  /**
   * Starts the controllers after a short delay, so that the first client requests go first; returns a function to stop
   * them.
   */
  start(handle: Handle): () => void;
}

const startAfterMs = 50;

/** Prepares all controllers, each with its own user and token. */
export function createControllerManager(clock: Clock, createToken: () => string): ControllerManager {
  const runs = controllers.map((controller) => ({ ...controller, token: createToken() }));
  return {
    tokens: new Map(runs.map(({ name, token }) => [token, controllerUser(name)])),
    start(handle) {
      const stop = new AbortController();
      const cancel = (clock.host ?? clock).after(startAfterMs, () => {
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
