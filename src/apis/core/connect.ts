import { isSimulatedNode } from "../../component-helpers/simulation.ts";
import { newBadRequest, newServiceUnavailable } from "../../apimachinery/errors.ts";
import { isGlobalUnicast } from "../../apimachinery/net-address-kinds.ts";
import { quoteGo } from "../../apimachinery/go-strings.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { firstValue } from "../../apimachinery/query.ts";
import type { ConnectContext, RegistryAccess, Redirect } from "../../apiserver/registry/resource-definition.ts";
import { recordAt, recordsAt, stringAt } from "../record.ts";
import { parseIpSloppy } from "../validation/addresses.ts";
import { namedContainer } from "./pod/named-container.ts";
import { unreachable, addressOfNode } from "./pod/unreachable.ts";
import { endpointAddress } from "./service-endpoint.ts";
import { splitSchemeNamePort } from "./scheme-name-port.ts";

/** Handles exec and attach: fails as if the node were unreachable (pod.ExecLocation). */
export async function connectToPod(name: string, access: RegistryAccess, ctx: ConnectContext): Promise<string> {
  const pod = await access.get("pods", ctx.namespace, name);
  namedContainer(pod, firstValue(ctx.query, "container"));
  return reachNode(pod, name, access, ctx);
}

/** Handles streams that do not select a container, such as portforward; otherwise as connectToPod. */
export async function forwardToPod(name: string, access: RegistryAccess, ctx: ConnectContext): Promise<string> {
  return reachNode(await access.get("pods", ctx.namespace, name), name, access, ctx);
}

/** Fails: as if the node were unreachable, or for a simulated node in words that say what it is. */
async function reachNode(
  pod: KubeObject,
  name: string,
  access: RegistryAccess,
  ctx: Pick<ConnectContext, "upgrades">,
): Promise<never> {
  const nodeName = stringAt(recordAt(pod, "spec"), "nodeName");
  if (nodeName === "") throw newBadRequest(`pod ${name} does not have a host assigned`);
  const node = await access.get("nodes", "", nodeName);
  const isSimulated = isSimulatedNode(node);
  const address = isSimulated ? "" : addressOfNode(node);
  if (!ctx.upgrades) throw newBadRequest("Upgrade request required");
  if (isSimulated)
    throw newBadRequest(
      `pod ${name} is on the simulated node ${nodeName}: no process runs there that could be reached`,
    );
  throw unreachable(address);
}

/** Handles the proxy to a pod, which connects to its IP (pod.ResourceLocation). */
export async function proxyToPod(id: string, access: RegistryAccess, ctx: ConnectContext): Promise<Redirect> {
  const { name } = splitSchemeNamePort(id) ?? refuseId("pod", id);
  const pod = await access.get("pods", ctx.namespace, name);
  const address = stringAt(recordsAt(recordAt(pod, "status"), "podIPs")[0] ?? {}, "ip");
  const ip = parseIpSloppy(address);
  if (ip === undefined || !isGlobalUnicast(ip)) throw newBadRequest("address not allowed");
  return reach(address, ctx);
}

/** Handles the proxy to a service, which connects to one of its endpoints (service REST.ResourceLocation). */
export async function proxyToService(id: string, access: RegistryAccess, ctx: ConnectContext): Promise<Redirect> {
  const parsed = splitSchemeNamePort(id) ?? refuseId("service", id);
  const address = await endpointAddress(parsed, access, ctx.namespace);
  if (address === undefined) throw newServiceUnavailable(`no endpoints available for service ${quoteGo(id)}`);
  return reach(address, ctx);
}

/** Handles the proxy to a node, which connects to its kubelet (node.ResourceLocation). */
export async function proxyToNode(id: string, access: RegistryAccess, ctx: ConnectContext): Promise<Redirect> {
  const { name } = splitSchemeNamePort(id) ?? refuseId("node", id);
  return reach(addressOfNode(await access.get("nodes", "", name)), ctx);
}

function refuseId(kind: string, id: string): never {
  throw newBadRequest(`invalid ${kind} request ${quoteGo(id)}`);
}

/** Fails, except that a request for the root without a slash is sent to the one with a slash, as by a proxy. */
function reach(address: string, { readsRoot, upgrades }: ConnectContext): Redirect {
  if (readsRoot && !upgrades) return { redirect: "/" };
  throw unreachable(address);
}
