import { compareUtf8 } from "../../../apimachinery/compare-utf8.ts";
import { quoteGo } from "../../../apimachinery/go-strings.ts";
import type { JsonObject, JsonValue } from "../../../apimachinery/json/value.ts";
import type { FlagSet } from "../../cli/flag-set.ts";
import type { Invocation } from "../../invocation.ts";
import { messageOf } from "../../../apimachinery/message-of.ts";
import { isDns1123Subdomain, isValidPortName } from "../../../apimachinery/validation/names.ts";
import { parseUnsigned } from "../../../apimachinery/strconv.ts";
import { KubectlError, PlainError } from "../../kubectl-error.ts";
import { lookUp } from "../../resource/mapper-of.ts";

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
  const { flags, err } = invocation;
  const given = [...new Set(flags.list("verb"))];
  const verbs = given.includes("*") ? ["*"] : given;
  const urls = flags.list("non-resource-url");
  if (verbs.length === 0) throw new KubectlError("at least one verb must be specified");
  if (flags.list("resource").length === 0 && urls.length === 0)
    throw new KubectlError(
      flags.has("non-resource-url")
        ? "one of resource or nonResourceURL must be specified"
        : "at least one resource must be specified",
    );
  const names = flags.list("resource-name");
  const byGroup = new Map<string, Set<string>>();
  if (flags.list("resource").length > 0)
    for (const verb of verbs)
      if (!resourceVerbs.includes(verb)) err(`Warning: '${verb}' is not a standard resource verb\n`);
  const written = flags.list("resource");
  for (const each of written.includes("*") ? ["*"] : written) {
    const { resource, group } = await ruleResource(invocation, each, verbs);
    byGroup.set(group, (byGroup.get(group) ?? new Set()).add(resource));
  }
  checkUrls(urls, verbs);
  const rules = [...byGroup]
    .sort(([a], [b]) => compareUtf8(a, b))
    .map(([group, resources]) => ({
      apiGroups: [group],
      ...(names.length > 0 && { resourceNames: [...new Set(names)] }),
      resources: [...resources],
      verbs,
    }));
  return urls.length === 0 ? rules : [...rules, { nonResourceURLs: urls, verbs }];
}

const resourceVerbs =
  "* get delete list create update patch watch proxy deletecollection use bind approve sign escalate impersonate".split(
    " ",
  );
const urlVerbs = "* get post put delete patch head options".split(" ");

/** Verbs that only some resources have, with these as `RESOURCE.GROUP`. */
const specialVerbs: Readonly<Record<string, readonly string[]>> = {
  use: ["podsecuritypolicies.policy", "podsecuritypolicies.extensions"],
  bind: [`roles.${rbacGroup}`, `clusterroles.${rbacGroup}`],
  escalate: [`roles.${rbacGroup}`, `clusterroles.${rbacGroup}`],
  impersonate: ["users.", "serviceaccounts.", "groups.", "userextras.authentication.k8s.io"],
  approve: ["signers.certificates.k8s.io"],
  sign: ["signers.certificates.k8s.io"],
};

/** The resource of a rule with its subresource, and its group. Throws what is wrong with it for the verbs. */
async function ruleResource(
  invocation: Invocation,
  written: string,
  verbs: readonly string[],
): Promise<{ readonly resource: string; readonly group: string }> {
  const [type = "", ...subresource] = written.replace(/^([^/]*)\/$/, "$1").split("/");
  const [name = "", ...groups] = type.split(".");
  if (name === "") throw new KubectlError("resource must be specified if apiGroup/subresource specified");
  const group = groups.join(".");
  const found = name === "*" ? undefined : await lookUp(invocation, (mapper) => mapper.inGroup(name, group));
  const of = found ?? { resource: name, group };
  const resource = [of.resource, ...subresource].join("/");
  if (name === "*") return { resource, group };
  const special = verbs.filter((verb) => Object.hasOwn(specialVerbs, verb));
  for (const verb of special)
    if (specialVerbs[verb]?.includes(`${of.resource}.${of.group}`) !== true)
      throw new KubectlError(`can not perform '${verb}' on '${of.resource}' in group '${of.group}'`);
  if (found === undefined && special.length === 0)
    throw new PlainError(
      `the server doesn't have a resource type ${quoteGo(name)}${group === "" ? "" : ` in group ${quoteGo(group)}`}`,
    );
  return { resource, group: of.group };
}

function checkUrls(urls: readonly string[], verbs: readonly string[]): void {
  const odd = urls.length === 0 ? undefined : verbs.find((verb) => !urlVerbs.includes(verb));
  if (odd !== undefined) throw new KubectlError(`invalid verb: '${odd}' for nonResourceURL`);
  for (const url of urls.filter((each) => each !== "*")) {
    if (!url.startsWith("/")) throw new KubectlError("nonResourceURL should start with /");
    if (url.slice(0, -1).includes("*"))
      throw new KubectlError("nonResourceURL only supports wildcard matches when '*' is at the end");
  }
}

function portOf(text: string): JsonObject {
  const [given = "", target] = text.split(":");
  const port = checked(() => Number(parseUnsigned(given, 16)));
  const isNumber = /^[+-]?\d+$/.test(target ?? "");
  const problems = target === undefined ? [] : isNumber ? portProblems(Number(target)) : isValidPortName(target);
  if (problems.length > 0) throw new KubectlError(problems.join(","));
  return {
    name: text.replaceAll(":", "-"),
    port,
    protocol: "TCP",
    targetPort: target === undefined ? port : isNumber ? Number(target) : target,
  };
}

const portProblems = (port: number): readonly string[] =>
  port > 0 && port < 65536 ? [] : ["must be between 1 and 65535, inclusive"];

function checked<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new KubectlError(messageOf(error));
  }
}

/** A service of a type with the ports of `--tcp`. */
export function serviceOf(flags: FlagSet, name: string, type: string): JsonObject {
  const ports = flags.list("tcp").map(portOf);
  const nodePort = flags.has("node-port") ? flags.int("node-port") : 0;
  const headless = flags.text("clusterip");
  if (ports.length === 0 && type !== "ExternalName" && headless !== "None")
    throw new KubectlError("at least one tcp port specifier must be provided");
  const external = flags.text("external-name");
  if (type === "ExternalName" && isDns1123Subdomain(external).length > 0)
    throw new KubectlError(`invalid service external name ${external}`);
  return {
    apiVersion: "v1",
    kind: "Service",
    metadata: { labels: { app: name }, name },
    spec: {
      ...(ports.length > 0 && { ports: ports.map((port) => (nodePort !== 0 ? { ...port, nodePort } : port)) }),
      ...(type === "ExternalName" && { externalName: external }),
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
  const wrong = rules.find((rule) => !/^[\w*.-]*\/.*=[\w-]+:[\w-]+/.test(rule));
  if (wrong !== undefined)
    throw new KubectlError(`rule ${wrong} is invalid and should be in format host/path=svcname:svcport[,tls[=secret]]`);
  if (backend !== "" && backend.split(":").length !== 2)
    throw new KubectlError("default-backend should be in format servicename:serviceport");
  const hosts = new Map<string, JsonValue[]>();
  for (const rule of rules) {
    const [left = "", right = ""] = rule.split("=");
    const [host = "", ...segments] = left.split("/");
    const path = `/${segments.join("/")}`;
    const isPrefix = path.endsWith("*");
    const paths = hosts.get(host) ?? [];
    paths.push({
      backend: backendOf(right.split(",")[0] ?? ""),
      path: isPrefix ? path.slice(0, -1) : path,
      pathType: isPrefix ? "Prefix" : "Exact",
    });
    hosts.set(host, paths);
  }
  const tls = tlsOf(rules);
  return {
    ...(backend !== "" && { defaultBackend: backendOf(backend) }),
    ...(flags.text("class") !== "" && { ingressClassName: flags.text("class") }),
    ...(hosts.size > 0 && {
      rules: [...hosts].map(([host, paths]) => ({ ...(host !== "" && { host }), http: { paths } })),
    }),
    ...(tls.length > 0 && { tls }),
  };
}

/** The TLS entries of rules that have a part after a comma, those of one secret joined; each host counts once. */
function tlsOf(rules: readonly string[]): readonly JsonObject[] {
  const entries: { readonly hosts: string[]; readonly secret: string }[] = [];
  const seen = new Set<string>();
  for (const rule of rules) {
    const [, part, ...more] = rule.split(",");
    const host = rule.split("/")[0] ?? "";
    if (part === undefined || more.length > 0 || seen.has(host)) continue;
    seen.add(host);
    const secret = part.split("=")[1] ?? "";
    const same = entries.find((entry) => entry.secret === secret);
    if (same !== undefined) same.hosts.push(host);
    else if (host !== "" || secret !== "") entries.push({ hosts: host === "" ? [] : [host], secret });
  }
  return entries.map(({ hosts, secret }) => ({
    ...(hosts.length > 0 && { hosts }),
    ...(secret !== "" && { secretName: secret }),
  }));
}
