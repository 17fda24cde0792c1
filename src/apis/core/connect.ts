import { isSimulatedNode, simulationPrefix } from "../../component-helpers/simulation.ts";
import { newBadRequest, newServiceUnavailable } from "../../apimachinery/errors.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { RegistryAccess } from "../../apiserver/registry/resource-definition.ts";
import type { StrategyContext } from "../../apiserver/registry/strategy.ts";
import { recordAt, recordsAt, stringAt } from "../record.ts";

const names = (pod: KubeObject, member: string): readonly string[] =>
  recordsAt(recordAt(pod, "spec"), member).map((c) => stringAt(c, "name"));

/** Requires a container name for pods with several containers (registry/core/pod streamLocation). */
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

/** Error of a server that cannot reach the node; there are no kubelets here. */
const unreachable = (node: string): Error =>
  newServiceUnavailable(`error trying to reach service: dial tcp: lookup ${node}: no such host`);

/** The annotation with the logs of a pod (docs/simulated-nodes.md). */
const scriptedLogs = `${simulationPrefix}logs`;

/** Handles exec and attach: fails as if the node were unreachable. */
export async function connectToPod(name: string, access: RegistryAccess, ctx: StrategyContext): Promise<string> {
  const pod = await access.get("pods", ctx.namespace, name);
  checkContainer(pod, name);
  return reachNode(pod, name, access);
}

/** Handles streams that do not select a container, such as portforward; otherwise as connectToPod. */
export async function forwardToPod(name: string, access: RegistryAccess, ctx: StrategyContext): Promise<string> {
  return reachNode(await access.get("pods", ctx.namespace, name), name, access);
}

async function reachNode(pod: KubeObject, name: string, access: RegistryAccess): Promise<string> {
  const node = stringAt(recordAt(pod, "spec"), "nodeName");
  if (node === "") throw newBadRequest(`pod ${name} does not have a host assigned`);
  if (isSimulatedNode(await access.get("nodes", "", node)))
    throw newBadRequest(`pod ${name} is on the simulated node ${node}: no process runs there that could be reached`);
  throw unreachable(node);
}

/**
 * Handles the log of a pod: empty while the pod is not scheduled (registry/core/pod LogLocation). On a simulated node,
 * it is what the annotation `simulation.kubepad.dev/logs` says.
 */
export async function readLog(name: string, access: RegistryAccess, ctx: StrategyContext): Promise<string> {
  const pod = await access.get("pods", ctx.namespace, name);
  checkContainer(pod, name);
  const node = stringAt(recordAt(pod, "spec"), "nodeName");
  if (node === "") return "";
  if (!isSimulatedNode(await access.get("nodes", "", node))) return reachNode(pod, name, access);
  const text = pod.metadata.annotations?.[scriptedLogs] ?? "";
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}

/** Handles the proxy to a pod, which connects to its IP. */
export async function proxyToPod(name: string, access: RegistryAccess, ctx: StrategyContext): Promise<string> {
  const pod = await access.get("pods", ctx.namespace, name);
  const address = stringAt(recordAt(pod, "status"), "podIP");
  if (address === "") throw newBadRequest("address not allowed");
  throw unreachable(address);
}

/** Handles the proxy to a service, which connects to its endpoints; there are none. */
export async function proxyToService(name: string, access: RegistryAccess, ctx: StrategyContext): Promise<string> {
  await access.get("services", ctx.namespace, name);
  throw newServiceUnavailable(`no endpoints available for service "${name}"`);
}

export async function proxyToNode(name: string, access: RegistryAccess): Promise<string> {
  await access.get("nodes", "", name);
  throw unreachable(name);
}
