import { newBadRequest, newServiceUnavailable } from "../../apimachinery/errors.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { RegistryAccess } from "../../apiserver/registry/resource-definition.ts";
import type { StrategyContext } from "../../apiserver/registry/strategy.ts";
import { recordAt, recordsAt, stringAt } from "../record.ts";

const names = (pod: KubeObject, member: string): readonly string[] =>
  recordsAt(recordAt(pod, "spec"), member).map((c) => stringAt(c, "name"));

/** A pod of several containers must be asked by container (registry/core/pod streamLocation). */
function checkContainer(pod: KubeObject, name: string): void {
  const containers = names(pod, "containers");
  if (containers.length === 0) throw newBadRequest(`a container name must be specified for pod ${name}`);
  if (containers.length === 1 || pod.metadata.annotations?.["kubectl.kubernetes.io/default-container"] !== undefined)
    return;
  const init = names(pod, "initContainers");
  const also = init.length === 0 ? "" : ` or one of the init containers: [${init.join(" ")}]`;
  throw newBadRequest(
    `a container name must be specified for pod ${name}, choose one of: [${containers.join(" ")}]${also}`,
  );
}

/** There are no kubelets: what a server says whose nodes do not answer. */
const unreachable = (node: string): Error =>
  newServiceUnavailable(`error trying to reach service: dial tcp: lookup ${node}: no such host`);

/** exec, attach and portforward: refused like on a server whose nodes are away. */
export async function connectToPod(name: string, access: RegistryAccess, ctx: StrategyContext): Promise<string> {
  const pod = await access.get("pods", ctx.namespace, name);
  checkContainer(pod, name);
  return reachNode(pod, name, access);
}

/** As connectToPod, for streams that concern no single container. */
export async function forwardToPod(name: string, access: RegistryAccess, ctx: StrategyContext): Promise<string> {
  return reachNode(await access.get("pods", ctx.namespace, name), name, access);
}

async function reachNode(pod: KubeObject, name: string, access: RegistryAccess): Promise<string> {
  const node = stringAt(recordAt(pod, "spec"), "nodeName");
  if (node === "") throw newBadRequest(`pod ${name} does not have a host assigned`);
  await access.get("nodes", "", node);
  throw unreachable(node);
}

/** Logs: none as long as a pod runs nowhere (registry/core/pod LogLocation). */
export async function readLog(name: string, access: RegistryAccess, ctx: StrategyContext): Promise<string> {
  const pod = await access.get("pods", ctx.namespace, name);
  checkContainer(pod, name);
  return stringAt(recordAt(pod, "spec"), "nodeName") === "" ? "" : reachNode(pod, name, access);
}

/** A pod is proxied to by its address. */
export async function proxyToPod(name: string, access: RegistryAccess, ctx: StrategyContext): Promise<string> {
  const pod = await access.get("pods", ctx.namespace, name);
  const address = stringAt(recordAt(pod, "status"), "podIP");
  if (address === "") throw newBadRequest("address not allowed");
  throw unreachable(address);
}

/** A service is proxied to by its endpoints. */
export async function proxyToService(name: string, access: RegistryAccess, ctx: StrategyContext): Promise<string> {
  await access.get("services", ctx.namespace, name);
  throw newServiceUnavailable(`no endpoints available for service "${name}"`);
}

export async function proxyToNode(name: string, access: RegistryAccess): Promise<string> {
  await access.get("nodes", "", name);
  throw unreachable(name);
}
