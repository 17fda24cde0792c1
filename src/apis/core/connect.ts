import { isSimulatedNode } from "../../component-helpers/simulation.ts";
import { newBadRequest, newServiceUnavailable } from "../../apimachinery/errors.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { firstValue } from "../../apimachinery/query.ts";
import type { ConnectContext, RegistryAccess } from "../../apiserver/registry/resource-definition.ts";
import { recordAt, stringAt } from "../record.ts";
import { namedContainer } from "./pod/named-container.ts";
import { unreachable } from "./pod/unreachable.ts";

/** Handles exec and attach: fails as if the node were unreachable. */
export async function connectToPod(name: string, access: RegistryAccess, ctx: ConnectContext): Promise<string> {
  const pod = await access.get("pods", ctx.namespace, name);
  namedContainer(pod, firstValue(ctx.query, "container"));
  return reachNode(pod, name, access);
}

/** Handles streams that do not select a container, such as portforward; otherwise as connectToPod. */
export async function forwardToPod(name: string, access: RegistryAccess, ctx: ConnectContext): Promise<string> {
  return reachNode(await access.get("pods", ctx.namespace, name), name, access);
}

/** Fails: as if the node were unreachable, or for a simulated node in words that say what it is. */
async function reachNode(pod: KubeObject, name: string, access: RegistryAccess): Promise<never> {
  const node = stringAt(recordAt(pod, "spec"), "nodeName");
  if (node === "") throw newBadRequest(`pod ${name} does not have a host assigned`);
  if (isSimulatedNode(await access.get("nodes", "", node)))
    throw newBadRequest(`pod ${name} is on the simulated node ${node}: no process runs there that could be reached`);
  throw unreachable(node);
}

/** Handles the proxy to a pod, which connects to its IP. */
export async function proxyToPod(name: string, access: RegistryAccess, ctx: ConnectContext): Promise<string> {
  const pod = await access.get("pods", ctx.namespace, name);
  const address = stringAt(recordAt(pod, "status"), "podIP");
  if (address === "") throw newBadRequest("address not allowed");
  throw unreachable(address);
}

/** Handles the proxy to a service, which connects to its endpoints; there are none. */
export async function proxyToService(name: string, access: RegistryAccess, ctx: ConnectContext): Promise<string> {
  await access.get("services", ctx.namespace, name);
  throw newServiceUnavailable(`no endpoints available for service "${name}"`);
}

export async function proxyToNode(name: string, access: RegistryAccess): Promise<string> {
  await access.get("nodes", "", name);
  throw unreachable(name);
}
