import type { JsonObject, JsonValue } from "../../apimachinery/json/value.ts";
import type { FlagSet } from "../cli/flag-set.ts";
import type { Invocation } from "../invocation.ts";
import { KubectlError } from "../kubectl-error.ts";
import { mapperOf } from "../resource/mapper-of.ts";

const rbacGroup = "rbac.authorization.k8s.io";

/** The subjects of a binding; no member without any. */
export function subjectsOf(flags: FlagSet): JsonObject {
  const users = flags.list("user").map((name) => ({ apiGroup: rbacGroup, kind: "User", name }));
  const groups = flags.list("group").map((name) => ({ apiGroup: rbacGroup, kind: "Group", name }));
  const accounts = flags.list("serviceaccount").map((account) => {
    const [namespace = "", name = "", ...more] = account.split(":");
    if (name === "" || namespace === "" || more.length > 0)
      throw new KubectlError("serviceaccount must be <namespace>:<name>");
    return { kind: "ServiceAccount", name, namespace };
  });
  const subjects = [...users, ...groups, ...accounts];
  return subjects.length === 0 ? {} : { subjects };
}

/** The rules of a role from `--verb`, `--resource` and `--non-resource-url`: one for each group. */
export async function policyRules(invocation: Invocation): Promise<readonly JsonValue[]> {
  const { flags } = invocation;
  const verbs = [...new Set(flags.list("verb"))];
  const urls = flags.list("non-resource-url");
  if (verbs.length === 0) throw new KubectlError("at least one verb must be specified");
  if (flags.list("resource").length === 0 && urls.length === 0)
    throw new KubectlError(
      flags.has("non-resource-url")
        ? "one of resource or nonResourceURL must be specified"
        : "at least one resource must be specified",
    );
  const names = flags.list("resource-name");
  const mapper = await mapperOf(invocation);
  const byGroup = new Map<string, string[]>();
  for (const written of flags.list("resource")) {
    const [type = "", subresource] = written.split("/");
    const found = type === "*" ? { group: "", resource: "*" } : mapper.find(type);
    const resources = byGroup.get(found.group) ?? [];
    resources.push(found.resource + (subresource === undefined ? "" : `/${subresource}`));
    byGroup.set(found.group, resources);
  }
  const rules = [...byGroup].map(([group, resources]) => ({
    apiGroups: [group],
    ...(names.length > 0 && { resourceNames: names }),
    resources,
    verbs,
  }));
  return urls.length === 0 ? rules : [...rules, { nonResourceURLs: urls, verbs }];
}

function portOf(text: string): JsonObject {
  const [port = "", target = port] = text.split(":");
  const number = Number(port);
  if (!/^\d+$/.test(port)) throw new KubectlError(`strconv.Atoi: parsing "${port}": invalid syntax`);
  return {
    name: text.replace(":", "-"),
    port: number,
    protocol: "TCP",
    targetPort: /^\d+$/.test(target) ? Number(target) : target,
  };
}

/** A service of a type with the ports of `--tcp`. */
export function serviceOf(flags: FlagSet, name: string, type: string): JsonObject {
  const ports = flags.list("tcp").map(portOf);
  const nodePort = flags.has("node-port") ? flags.int("node-port") : 0;
  const headless = flags.text("clusterip");
  if (ports.length === 0 && type !== "ExternalName" && headless !== "None")
    throw new KubectlError("at least one tcp port specifier must be provided");
  return {
    apiVersion: "v1",
    kind: "Service",
    metadata: { labels: { app: name }, name },
    spec: {
      ...(ports.length > 0 && { ports: ports.map((port) => (nodePort > 0 ? { ...port, nodePort } : port)) }),
      ...(type === "ExternalName" && { externalName: flags.text("external-name") }),
      ...(headless !== "" && { clusterIP: headless }),
      selector: { app: name },
      type,
    },
    status: { loadBalancer: {} },
  };
}

function backendOf(text: string): JsonObject {
  const [name = "", port = ""] = text.split(":");
  return { service: { name, port: /^\d+$/.test(port) ? { number: Number(port) } : { name: port } } };
}

/** The spec of an ingress from `--rule`, `--class` and `--default-backend`. Throws a KubectlError for a wrong rule. */
export function ingressSpec(flags: FlagSet): JsonObject {
  const rules = flags.list("rule");
  const backend = flags.text("default-backend");
  if (rules.length === 0 && backend === "")
    throw new KubectlError(
      "not enough information provided: every ingress has to either specify a default-backend (which catches all traffic) or a list of rules (which catch specific paths)",
    );
  const hosts = new Map<string, JsonValue[]>();
  const tls: JsonObject[] = [];
  for (const rule of rules) {
    const [, host = "", path = "", to = "", secret] =
      /^([^/]*)(\/[^=]*)=([^,]+:[^,]+?)(?:,tls(?:=(.*))?)?$/.exec(rule) ?? [];
    if (to === "")
      throw new KubectlError(
        `rule ${rule} is invalid and should be in format host/path=svcname:svcport[,tls[=secret]]`,
      );
    const isPrefix = path.endsWith("*");
    const paths = hosts.get(host) ?? [];
    paths.push({
      backend: backendOf(to),
      path: isPrefix ? path.slice(0, -1) : path,
      pathType: isPrefix ? "Prefix" : "Exact",
    });
    hosts.set(host, paths);
    if (rule.includes(",tls"))
      tls.push({ ...(host !== "" && { hosts: [host] }), ...(secret !== undefined && { secretName: secret }) });
  }
  return {
    ...(backend !== "" && { defaultBackend: backendOf(backend) }),
    ...(flags.text("class") !== "" && { ingressClassName: flags.text("class") }),
    ...(hosts.size > 0 && {
      rules: [...hosts].map(([host, paths]) => ({ ...(host !== "" && { host }), http: { paths } })),
    }),
    ...(tls.length > 0 && { tls }),
  };
}
