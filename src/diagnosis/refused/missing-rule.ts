import type { Status } from "../../apimachinery/meta.ts";

/** The RBAC rule that would allow a denied request. */
export interface MissingRule {
  readonly user: string;
  readonly verb: string;
  readonly subject:
    | { readonly kind: "path"; readonly path: string }
    | {
        readonly kind: "resource";
        /** With its subresource: `pods/log`. */
        readonly resource: string;
        readonly group: string;
        readonly name: string | undefined;
        /** Undefined for cluster-scoped requests. */
        readonly namespace: string | undefined;
      };
}

/** An RBAC object that grants a rule, and the target at which it is created. */
export interface Grant {
  readonly kind: "Role" | "ClusterRole" | "RoleBinding" | "ClusterRoleBinding";
  readonly target: string;
  readonly manifest: string;
}

const resourceRefusal =
  /^(?:\S+(?: "([^"]*)")? is )?forbidden: User "([^"]*)" cannot (\S+) resource "([^"]+)" in API group "([^"]*)" (?:in the namespace "([^"]*)"|at the cluster scope)/;
const pathRefusal = /forbidden: User "([^"]*)" cannot (\S+) path "([^"]*)"/;

/** Parses the missing rule from the authorizer's message; undefined if the request was not denied by authorization. */
export function missingRuleOf({ reason, message = "" }: Status): MissingRule | undefined {
  if (reason !== "Forbidden") return undefined;
  const onResource = resourceRefusal.exec(message);
  if (onResource !== null) {
    const [, name, user = "", verb = "", resource = "", group = "", namespace] = onResource;
    return { user, verb, subject: { kind: "resource", resource, group, name, namespace } };
  }
  const [, user, verb = "", path = ""] = pathRefusal.exec(message) ?? [];
  return user === undefined ? undefined : { user, verb, subject: { kind: "path", path } };
}

/** `list deployments of group apps in namespace demo`. */
export function ruleInWords({ verb, subject }: MissingRule): string {
  if (subject.kind === "path") return `${verb} the path ${subject.path}`;
  const name = subject.name === undefined ? "" : ` "${subject.name}"`;
  const group = subject.group === "" ? "the core group" : `group ${subject.group}`;
  const where = subject.namespace === undefined ? "in the whole cluster" : `in namespace ${subject.namespace}`;
  return `${verb} ${subject.resource}${name} of ${group} ${where}`;
}

const named: ReadonlySet<string> = new Set(["get", "update", "patch", "delete"]);

/** Returns the verbs to grant together. Clients that list usually watch too, like the explorer and every informer. */
const verbsWith = (verb: string): readonly string[] =>
  verb === "list" || verb === "watch" ? ["list", "watch"] : [verb];

/** Returns a role with the rule and its binding to the user. */
export function grantsOf(rule: MissingRule): readonly [role: Grant, binding: Grant] {
  const { user, subject } = rule;
  const namespace = subject.kind === "resource" ? subject.namespace : undefined;
  const scope = namespace === undefined ? "Cluster" : "";
  const what = subject.kind === "path" ? subject.path : subject.resource;
  const name = `${user}-${rule.verb}-${what}`.replace(/[^A-Za-z0-9.]+/g, "-").toLowerCase();
  const head = (kind: string) =>
    [
      "apiVersion: rbac.authorization.k8s.io/v1",
      `kind: ${kind}`,
      "metadata:",
      `  name: ${name}`,
      ...(namespace === undefined ? [] : [`  namespace: ${JSON.stringify(namespace)}`]),
    ].join("\n");
  const target = (resource: string): string => {
    const base = `/apis/rbac.authorization.k8s.io/v1${namespace === undefined ? "" : `/namespaces/${namespace}`}`;
    return `${base}/${resource}?fieldValidation=Strict`;
  };
  const roleRef = `roleRef:\n  apiGroup: rbac.authorization.k8s.io\n  kind: ${scope}Role\n  name: ${name}`;
  const subjects = `subjects:\n- apiGroup: rbac.authorization.k8s.io\n  kind: User\n  name: ${JSON.stringify(user)}`;
  return [
    {
      kind: `${scope}Role`,
      target: target(`${scope.toLowerCase()}roles`),
      manifest: `${head(`${scope}Role`)}\nrules:\n${ruleText(rule)}\n`,
    },
    {
      kind: `${scope}RoleBinding`,
      target: target(`${scope.toLowerCase()}rolebindings`),
      manifest: `${head(`${scope}RoleBinding`)}\n${roleRef}\n${subjects}\n`,
    },
  ];
}

function ruleText({ verb, subject }: MissingRule): string {
  const list = (values: readonly string[]): string => JSON.stringify(values);
  if (subject.kind === "path") return `- nonResourceURLs: ${list([subject.path])}\n  verbs: ${list([verb])}`;
  const lines = [`- apiGroups: ${list([subject.group])}`, `  resources: ${list([subject.resource])}`];
  if (subject.name !== undefined && named.has(verb)) lines.push(`  resourceNames: ${list([subject.name])}`);
  return [...lines, `  verbs: ${list(verbsWith(verb))}`].join("\n");
}
