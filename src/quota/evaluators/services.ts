import type { Service } from "../../api/core/v1.ts";
import { parseQuantity } from "../../apimachinery/quantity-parse.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { plainEvaluator, type Evaluator } from "../evaluator.ts";
import { one, zero } from "../resources.ts";

const names = ["count/services", "services", "services.nodeports", "services.loadbalancers"];

const asService = (object: KubeObject): Service => object as Service; // decoded by the schema

/** The number of node ports that a service uses. */
function nodePorts({ spec }: Service): number {
  const { type = "", ports = [], allocateLoadBalancerNodePorts = true } = spec ?? {};
  if (type === "NodePort") return ports.length;
  if (type !== "LoadBalancer") return 0;
  return allocateLoadBalancerNodePorts ? ports.length : ports.filter(({ nodePort = 0 }) => nodePort !== 0).length;
}

/** Counts services, and those with node ports or load balancers (evaluator/core NewServiceEvaluator). */
export const createServiceEvaluator = (): Evaluator => ({
  ...plainEvaluator,
  resource: { group: "", resource: "services" },
  handles: ({ operation, subresource }) => subresource === "" && (operation === "CREATE" || operation === "UPDATE"),
  matchingResources: (asked) => names.filter((name) => asked.includes(name)),
  usage(object) {
    const service = asService(object);
    return new Map([
      ["count/services", one],
      ["services", one],
      ["services.nodeports", parseQuantity(String(nodePorts(service)))],
      ["services.loadbalancers", service.spec?.type === "LoadBalancer" ? one : zero],
    ]);
  },
  replenishes: (before, after) =>
    asService(before).spec?.type !== asService(after).spec?.type ||
    nodePorts(asService(before)) !== nodePorts(asService(after)),
});
