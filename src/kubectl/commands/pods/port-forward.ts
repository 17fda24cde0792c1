import type { JsonObject, JsonValue } from "../../../apimachinery/json/value.ts";
import { messageOf } from "../../../apimachinery/message-of.ts";
import type { Invocation } from "../../invocation.ts";
import { itemsAt, nameOf, namespaceOf, textAt } from "../../json-access.ts";
import { KubectlError, usageError } from "../../kubectl-error.ts";
import { aborted } from "./aborted.ts";
import { attachablePod, needsUpgrade, portsOfPod, targets } from "./exec.ts";
import { runningTimeout } from "./pods-of.ts";

/** The scheme of client-go's types, by which port-forward reads objects. */
const clientScheme = "k8s.io/client-go/kubernetes/scheme/register.go:84";

/** `kubectl port-forward`: checks the ports; they cannot be listened on here. */
export async function portForward(invocation: Invocation): Promise<void> {
  const { args, path, rest } = invocation;
  const [name = "", ...ports] = args;
  if (args.length < 2) throw usageError(path, "TYPE/NAME and list of ports are required for port-forward");
  const timeout = runningTimeout(invocation);
  const [object = {}] = await targets(invocation, ["pods", name], clientScheme);
  const pod = await attachablePod(invocation, object, timeout);
  if (textAt(object, "kind") === "Service") {
    checkProtocols(ports, itemsAt(object, "spec", "ports"), "port", (each) => servicePort(object, each));
    for (const port of ports) targetPort(object, pod, remotePort(port));
  } else {
    checkProtocols(ports, portsOfPod(pod), "containerPort", (each) => podPort(pod, each));
    if (ports.some((port) => remotePort(port) === "")) throw new KubectlError("remote port cannot be empty");
  }
  const address = `/api/v1/namespaces/${namespaceOf(pod)}/pods/${nameOf(pod)}`;
  const phase = textAt(await rest.object({ method: "GET", path: address }), "status", "phase");
  if (phase !== "Running")
    throw new KubectlError(`unable to forward port because pod is not running. Current status=${phase}`);
  const stream = `${address}/portforward`;
  try {
    // As kubectl does: first by WebSocket, then by SPDY, whose answer counts.
    const opened = await rest.send({ method: "GET", path: stream }).catch(() => undefined);
    if (opened === undefined) await rest.send({ method: "POST", path: stream });
  } catch (error) {
    if (needsUpgrade(error) && (await forward(invocation, object, pod, ports))) return;
    throw new KubectlError(`error upgrading connection: ${messageOf(error)}`);
  }
  throw new KubectlError("port-forward is not available here: no port can be listened on");
}

/** Forwards ports to a simulated container until the command is interrupted. Resolves with false if it is not one. */
async function forward(
  { session, signal, out }: Invocation,
  object: JsonObject,
  pod: JsonObject,
  ports: readonly string[],
): Promise<boolean> {
  const containers = await session.containers?.load();
  if (containers === undefined || !(await containers.has(session, pod, signal))) return false;
  const isService = textAt(object, "kind") === "Service";
  const pairs = ports.map((written) => {
    const remote = remotePort(written);
    const port = isService ? targetPort(object, pod, remote) : isNumber(remote) ? Number(remote) : podPort(pod, remote);
    const [given = ""] = written.split(":");
    return { port, local: isNumber(given) ? Number(given) : written.startsWith(":") ? containers.freePort() : port };
  });
  for (const { local, port } of pairs) {
    containers.listen(local, { kind: "pod", pod, port });
    for (const address of ["127.0.0.1", "[::1]"]) out(`Forwarding from ${address}:${local} -> ${port}\n`);
  }
  await aborted(signal);
  for (const { local } of pairs) containers.close(local);
  return true;
}

/** The port of a pod or service of `LOCAL:REMOTE` or `PORT`. */
export function remotePort(port: string): string {
  const parts = port.split(":");
  return (parts.length === 2 ? parts[1] : parts[0]) ?? "";
}

const isNumber = (text: string): boolean => /^[+-]?\d+$/.test(text);

/** Throws a KubectlError for ports that are served over UDP only. */
function checkProtocols(
  ports: readonly string[],
  served: readonly JsonValue[],
  member: string,
  byName: (name: string) => number,
): void {
  const of = (protocol: string): readonly number[] =>
    served.filter((each) => textAt(each, "protocol") === protocol).map((each) => Number(textAt(each, member)));
  const [udp, tcp] = [of("UDP"), of("TCP")];
  for (const remote of ports.map(remotePort)) {
    const number = isNumber(remote) ? Number(remote) : byName(remote);
    if (udp.includes(number) && !tcp.includes(number))
      throw new KubectlError(`UDP protocol is not supported for ${remote}`);
  }
}

function servicePort(service: JsonObject, name: string): number {
  const found = itemsAt(service, "spec", "ports").find((each) => textAt(each, "name") === name);
  if (found === undefined) throw new KubectlError(`Service '${nameOf(service)}' does not have a named port '${name}'`);
  return Number(textAt(found, "port"));
}

function podPort(pod: JsonObject, name: string): number {
  const found = portsOfPod(pod).find((each) => textAt(each, "name") === name);
  if (found === undefined) throw new KubectlError(`Pod '${nameOf(pod)}' does not have a named port '${name}'`);
  return Number(textAt(found, "containerPort"));
}

/** The pod's port behind a port of a service (util.LookupContainerPortNumberByServicePort). Throws a KubectlError. */
function targetPort(service: JsonObject, pod: JsonObject, remote: string): number {
  const number = isNumber(remote) ? Number(remote) : servicePort(service, remote);
  const found = itemsAt(service, "spec", "ports").find((each) => Number(textAt(each, "port")) === number);
  if (found === undefined) throw new KubectlError(`Service ${nameOf(service)} does not have a service port ${number}`);
  if (textAt(service, "spec", "clusterIP") === "None") return number;
  const target = textAt(found, "targetPort");
  return isNumber(target) ? Number(target) || number : podPort(pod, target);
}
