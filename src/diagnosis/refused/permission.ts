import type { KubeObject } from "../../apimachinery/meta.ts";
import type { Evidence, ObjectId, Remedy } from "../diagnosis.ts";
import { itemsAt, textAt, textsAt } from "../fields.ts";
import { objectId } from "../object-id.ts";
import { byAdmission } from "./admission.ts";
import { listed } from "../words.ts";
import { type MissingRule, missingRuleOf } from "./missing-rule.ts";
import type { Finding, Refused } from "./refused.ts";

const rbac = "rbac.authorization.k8s.io";

const includes = (list: readonly string[], value: string): boolean => list.includes("*") || list.includes(value);

/** Reports whether a role allows what was denied, for all names of objects. */
const allows =
  ({ verb, subject }: MissingRule) =>
  (role: KubeObject): boolean =>
    itemsAt(role, "rules").some((rule) => {
      if (!includes(textsAt(rule, "verbs"), verb)) return false;
      if (subject.kind === "path")
        return textsAt(rule, "nonResourceURLs").some(
          (one) => one === subject.path || (one.endsWith("*") && subject.path.startsWith(one.slice(0, -1))),
        );
      const resources = textsAt(rule, "resources");
      const any = `*/${subject.resource.split("/")[1] ?? ""}`;
      return (
        includes(textsAt(rule, "apiGroups"), subject.group) &&
        (includes(resources, subject.resource) || resources.includes(any)) &&
        textsAt(rule, "resourceNames").length === 0
      );
    });

/** What a user may do to some objects by their names alone: ` but settings, by the Role readers`; "" if nothing. */
async function allowedNames(
  { user, verb, subject }: MissingRule,
  roles: readonly KubeObject[],
  { reading }: Refused,
): Promise<string> {
  if (subject.kind === "path" || subject.namespace === undefined) return "";
  const place = { group: rbac, resource: "rolebindings", namespace: subject.namespace };
  const bindings = (await reading.all(place)).filter((binding) =>
    itemsAt(binding, "subjects").some((one) => one["name"] === user),
  );
  for (const role of roles.filter(({ metadata }) =>
    bindings.some((one) => textAt(one, "roleRef.name") === metadata.name),
  ))
    for (const rule of itemsAt(role, "rules")) {
      const names = textsAt(rule, "resourceNames");
      const isOf = includes(textsAt(rule, "verbs"), verb) && includes(textsAt(rule, "apiGroups"), subject.group);
      if (names.length > 0 && isOf && includes(textsAt(rule, "resources"), subject.resource))
        return ` but ${listed(names)}, by the ${role.kind ?? "Role"} ${role.metadata.name ?? ""}`;
    }
  return "";
}

/** The order in which roles are offered: the least that does, the one for everything last. */
const everything = "cluster-admin";
const widths = ["view", "edit", "admin", everything];

function narrowest(roles: readonly KubeObject[], ofPaths: boolean): KubeObject | undefined {
  const width = ({ metadata: { name = "" } }: KubeObject): number => widths.indexOf(name);
  const isOffered = ({ metadata: { name = "" } }: KubeObject): boolean => ofPaths || !name.startsWith("system:");
  const offered = roles.filter(isOffered);
  return offered.toSorted((a, b) => width(a) - width(b))[0];
}

/** A role or a binding that gives more than who writes it has (rbac escalation checks). */
function escalating(message: string): Finding | undefined {
  const match =
    /user "([^"]*)" \(groups=.*?\) is attempting to grant RBAC permissions not currently held:\n(.*)$/s.exec(message);
  if (match === null) return undefined;
  const [, user = "", rules = ""] = match;
  const [first = "", ...more] = rules.trim().split("\n");
  const others = more.length === 0 ? "" : `, and ${more.length} more`;
  return {
    situation: "request-grants-more-than-held",
    state: "Forbidden",
    because: `${user} may grant only what ${user} has, and lacks ${first.trim()}${others}`,
    remedies: [
      {
        kind: "advice",
        words: `Have it written by somebody who has these permissions, or allow ${user} the verbs escalate and bind on roles`,
      },
    ],
  };
}

/** What admission forbids by a field of the object, or by its class. */
function byFields(message: string): Finding | undefined {
  const finding = { situation: "request-refused", state: "Refused" };
  const priority = /the integer value of priority \(-?\d+\) must not be provided/.exec(message);
  if (priority !== null)
    return {
      ...finding,
      because: "spec.priority is written by the server, from the PriorityClass that spec.priorityClassName names",
      remedies: [{ kind: "edit", words: "Leave out spec.priority", edits: [{ path: ["spec", "priority"] }] }],
    };
  if (!/only dynamically provisioned pvc can be resized/.test(message)) return undefined;
  return {
    ...finding,
    because:
      "a claim grows only where its StorageClass has provisioned its volume and has allowVolumeExpansion: true; volumes that were made by hand do not grow",
  };
}

/** Explains that an authorizer or admission forbids a request. */
export async function forbidden(refused: Refused): Promise<Finding> {
  const { status, reading } = refused;
  const rule = missingRuleOf(status);
  if (rule === undefined)
    return escalating(status.message ?? "") ?? byFields(status.message ?? "") ?? byAdmission(refused);
  const namespace = rule.subject.kind === "resource" ? rule.subject.namespace : undefined;
  const own = namespace === undefined ? [] : await reading.all({ group: rbac, resource: "roles", namespace });
  const roles = [...own, ...(await reading.all({ group: rbac, resource: "clusterroles" }))];
  const found = narrowest(roles.filter(allows(rule)), rule.subject.kind === "path");
  // cluster-admin is not offered: it grants far more than the rule that is missing
  const role = found?.metadata.name === everything ? undefined : found;
  const who = rule.user === "" ? "nobody in particular" : rule.user;
  const { what, where } = objectOfRule(rule);
  const names = await allowedNames(rule, roles, refused);
  const id =
    role && objectId(rbac, role.kind ?? "ClusterRole", role.metadata.namespace ?? "", role.metadata.name ?? "");
  const remedy =
    id === undefined
      ? `no role${found === undefined ? "" : ` but ${everything}`} allows it: a rule ${ruleText(rule)} would`
      : `the ${id.kind} ${id.name} would allow it, bound to ${who}`;
  const evidence: readonly Evidence[] = id === undefined ? [] : [{ kind: "object", object: id }];
  return {
    situation: "request-without-permission",
    state: "Forbidden",
    because: `${who} may not ${rule.verb} ${what} ${where}${names}; ${remedy}`,
    evidence,
    remedies: rule.user === "" ? [] : [id === undefined ? newRole(rule) : bind(rule.user, id, namespace)],
  };
}

/** A resource as kubectl names it: `deployments.apps/scale`. */
function fullName({ resource, group }: { readonly resource: string; readonly group: string }): string {
  const [name = "", subresource] = resource.split("/");
  return `${name}${group === "" ? "" : `.${group}`}${subresource === undefined ? "" : `/${subresource}`}`;
}

function objectOfRule({ subject }: MissingRule): { readonly what: string; readonly where: string } {
  if (subject.kind === "path") return { what: `the path ${subject.path}`, where: "of the server" };
  const what = fullName(subject);
  const where = subject.namespace === undefined ? "in the whole cluster" : `in the namespace ${subject.namespace}`;
  return { what, where };
}

const ruleText = ({ verb, subject }: MissingRule): string =>
  subject.kind === "path"
    ? `with verbs [${verb}] and nonResourceURLs [${subject.path}]`
    : `with verbs [${verb}], apiGroups ["${subject.group}"] and resources [${subject.resource}]`;

/** A role with the missing rule and nothing else, which somebody who may creates and then binds. */
function newRole({ verb, subject }: MissingRule): Remedy {
  const namespace = subject.kind === "resource" ? subject.namespace : undefined;
  const kind = namespace === undefined ? "ClusterRole" : "Role";
  const [what, rule, flags] =
    subject.kind === "path"
      ? [subject.path, { nonResourceURLs: [subject.path] }, `--non-resource-url=${subject.path}`]
      : [
          subject.resource,
          { apiGroups: [subject.group], resources: [subject.resource] },
          `--resource=${fullName(subject)}`,
        ];
  const name = `${verb}-${what}`
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, "-")
    .replace(/-$/, "");
  const within = namespace === undefined ? "" : `/namespaces/${namespace}`;
  return {
    kind: "other-request",
    words: `Create the ${kind} ${name} with that rule, then bind it`,
    method: "POST",
    target: `/apis/${rbac}/v1${within}/${kind.toLowerCase()}s`,
    body: {
      apiVersion: `${rbac}/v1`,
      kind,
      metadata: { name, ...(namespace !== undefined && { namespace }) },
      rules: [{ ...rule, verbs: [verb] }],
    },
    command: `kubectl create ${kind.toLowerCase()} ${name} --verb=${verb} ${flags}${namespace === undefined ? "" : ` -n ${namespace}`}`,
  };
}

const serviceAccount = /^system:serviceaccount:([^:]+):(.+)$/;

/** The binding that gives a role to a user, to be created by somebody who may. */
function bind(user: string, role: ObjectId, namespace: string | undefined): Remedy {
  const isClusterWide = namespace === undefined;
  const kind = isClusterWide ? "ClusterRoleBinding" : "RoleBinding";
  const [, accountNamespace, account] = serviceAccount.exec(user) ?? [];
  const name = `${account ?? user}-${role.name}`.toLowerCase().replace(/[^a-z0-9.]+/g, "-");
  const subject =
    account === undefined
      ? { apiGroup: rbac, kind: "User", name: user }
      : { kind: "ServiceAccount", name: account, namespace: accountNamespace };
  const within = isClusterWide ? "" : `/namespaces/${namespace}`;
  const holder = account === undefined ? `--user=${user}` : `--serviceaccount=${accountNamespace ?? ""}:${account}`;
  return {
    kind: "other-request",
    words: `Bind the ${role.kind} ${role.name} to ${user}`,
    method: "POST",
    target: `/apis/${rbac}/v1${within}/${kind.toLowerCase()}s`,
    body: {
      apiVersion: `${rbac}/v1`,
      kind,
      metadata: { name, ...(!isClusterWide && { namespace }) },
      roleRef: { apiGroup: rbac, kind: role.kind, name: role.name },
      subjects: [subject],
    },
    command: `kubectl create ${kind.toLowerCase()} ${name} --${role.kind.toLowerCase()}=${role.name} ${holder}${isClusterWide ? "" : ` -n ${namespace}`}`,
  };
}
