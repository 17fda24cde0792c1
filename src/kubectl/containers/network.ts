import type { JsonObject } from "../../apimachinery/json/value.ts";
import { isReady, itemsAt, nameOf, namespaceOf, objectAt, textAt, valueAt } from "../json-access.ts";
import type { ClusterReader } from "./cluster-reader.ts";
import { isAllowed } from "./network-policies.ts";
import { declaredPorts, portOf } from "./pod-values.ts";

/** Where a connection ends: at a port of a pod, or at the API server. */
export type Target =
  | { readonly kind: "pod"; readonly pod: JsonObject; readonly port: number }
  | { readonly kind: "server" };

/** Why there is no connection. */
export type Unreachable = "unknown host" | "refused" | "timeout";

/** The Services and pods of a cluster as processes reach them. `from` is the pod of the process, if it is in one. */
export class ClusterNetwork {
  readonly #reader: ClusterReader;
  readonly #from: JsonObject | undefined;

  constructor(reader: ClusterReader, from?: JsonObject) {
    this.#reader = reader;
    this.#from = from;
  }

  /** Connects to a port of a host. */
  async connect(host: string, port: number): Promise<Target | Unreachable> {
    const own = this.#from;
    if (own !== undefined && isLocal(host)) return serves(own, port) ? { kind: "pod", pod: own, port } : "refused";
    const service = await this.#serviceAt(host, port);
    if (service !== undefined) return this.#throughService(service, port);
    const pods = await this.#podsAt(host);
    const pod = pods.at(0);
    if (pod === undefined) return isAddress(host) ? "timeout" : "unknown host";
    return this.#atPod(pod, port);
  }

  /** The addresses that a name has in the cluster's DNS, each with the name that it belongs to. */
  async resolve(name: string): Promise<readonly { readonly name: string; readonly address: string }[]> {
    const service = await this.#serviceNamed(name);
    const full = (each: JsonObject): string => `${nameOf(each)}.${namespaceOf(each)}.svc.cluster.local`;
    const ip = textAt(service, "spec", "clusterIP");
    if (service !== undefined && ip !== "None") return ip === "" ? [] : [{ name: full(service), address: ip }];
    const pods = service === undefined ? await this.#podsAt(name) : await this.#endpointsOf(service);
    return pods.map((pod) => ({
      name: service === undefined ? name : `${textAt(pod, "spec", "hostname") || nameOf(pod)}.${full(service)}`,
      address: textAt(pod, "status", "podIP"),
    }));
  }

  async #atPod(pod: JsonObject, port: number): Promise<Target | Unreachable> {
    if (!(await isAllowed(this.#reader, this.#from, pod, port))) return "timeout";
    return serves(pod, port) ? { kind: "pod", pod, port } : "refused";
  }

  async #throughService(service: JsonObject, port: number): Promise<Target | Unreachable> {
    if (nameOf(service) === "kubernetes" && namespaceOf(service) === "default") return { kind: "server" };
    const ports = itemsAt(service, "spec", "ports");
    const isHeadless = textAt(service, "spec", "clusterIP") === "None";
    const found = ports.find(
      (each) => Number(textAt(each, "port")) === port || Number(textAt(each, "nodePort")) === port,
    );
    if (found === undefined && !isHeadless) return "timeout";
    const [pod] = await this.#endpointsOf(service);
    if (pod === undefined) return "refused";
    const target = isHeadless ? String(port) : textAt(found, "targetPort");
    return this.#atPod(pod, portOf(pod, target) ?? port);
  }

  async #serviceAt(host: string, port: number): Promise<JsonObject | undefined> {
    if (!isAddress(host)) return this.#serviceNamed(host);
    const services = await this.#reader.list("/api/v1/services");
    const nodes = await this.#reader.list("/api/v1/nodes");
    const isNode = nodes.some((node) =>
      itemsAt(node, "status", "addresses").some((each) => textAt(each, "address") === host),
    );
    return services.find((service) => addressesOf(service).has(host) || (isNode && hasNodePort(service, port)));
  }

  async #serviceNamed(host: string): Promise<JsonObject | undefined> {
    const labels = host.replace(/\.svc(?:\.cluster\.local)?\.?$/, "").split(".");
    if (labels.length > 2) return undefined;
    const [name = "", namespace = namespaceOf(this.#from) || "default"] = labels;
    return this.#reader.object(`/api/v1/namespaces/${namespace}/services/${name}`);
  }

  async #endpointsOf(service: JsonObject): Promise<readonly JsonObject[]> {
    const namespace = namespaceOf(service);
    const selector = Object.entries(objectAt(service, "spec", "selector"))
      .map(([key, value]) => `${key}=${String(value)}`)
      .join(",");
    if (selector === "") return [];
    const path = `/api/v1/namespaces/${namespace}/pods?labelSelector=${encodeURIComponent(selector)}`;
    return (await this.#reader.list(path)).filter(isReady);
  }

  /** The pods of an address, or of a name such as `web-0.nginx` or `10-0-1-2.default.pod`. */
  async #podsAt(host: string): Promise<readonly JsonObject[]> {
    const dashed = /^([\d-]+)\..*\.pod(?:\.cluster\.local)?$/.exec(host)?.[1]?.replaceAll("-", ".");
    const address = isAddress(host) ? host : dashed;
    if (address !== undefined)
      return (await this.#reader.list("/api/v1/pods")).filter((pod) => textAt(pod, "status", "podIP") === address);
    const [name = "", subdomain = "", namespace = namespaceOf(this.#from) || "default"] = host
      .replace(/\.svc(?:\.cluster\.local)?\.?$/, "")
      .split(".");
    const pods = await this.#reader.list(`/api/v1/namespaces/${namespace}/pods`);
    return pods.filter(
      (pod) =>
        (textAt(pod, "spec", "hostname") || nameOf(pod)) === name &&
        (subdomain === "" ? pod === this.#from : textAt(pod, "spec", "subdomain") === subdomain),
    );
  }
}

export const isLocal = (host: string): boolean => /^(?:localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/.test(host);
const isAddress = (host: string): boolean => /^[\d.]+$/.test(host) || host.includes(":");

const addressesOf = (service: JsonObject): ReadonlySet<string> =>
  new Set(
    [
      ...itemsAt(service, "spec", "clusterIPs"),
      ...itemsAt(service, "spec", "externalIPs"),
      ...itemsAt(service, "status", "loadBalancer", "ingress").map((each) => textAt(each, "ip")),
    ].map(String),
  );

const hasNodePort = (service: JsonObject, port: number): boolean =>
  itemsAt(service, "spec", "ports").some((each) => Number(textAt(each, "nodePort")) === port);

/** Reports whether a pod listens on a port: one that it declares, or any where it declares none. */
function serves(pod: JsonObject, port: number): boolean {
  if (textAt(pod, "status", "phase") !== "Running") return false;
  const ports = declaredPorts(pod);
  return ports.length === 0 || ports.some((each) => Number(valueAt(each, "containerPort")) === port);
}
