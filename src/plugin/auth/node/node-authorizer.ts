import { parseFieldSelector } from "../../../apimachinery/fields/selector.ts";
import { quoteGo } from "../../../apimachinery/go-strings.ts";
import { nodeRules } from "../../../apiserver/auth/rbac/bootstrap/long-roles.ts";
import { ruleAllows } from "../../../apiserver/auth/rbac/rbac-authorizer.ts";
import type { AuthorizationAttributes, Decision } from "../../../apiserver/request/authorizer.ts";
import type { SubjectRules } from "../../../apiserver/request/identity.ts";
import type { ModeAuthorizer } from "../../../apiserver/request/mode-authorizer.ts";
import type { UserInfo } from "../../../apiserver/request/user.ts";
import { nodeOfUser } from "../../node-identity.ts";
import { NodeGraph, type NodeObjects } from "./node-graph.ts";
import type { PodReferences } from "./pod-references.ts";

const allow: Decision = { decision: "allow", reason: "" };
const noOpinion = (reason = ""): Decision => ({ decision: "noOpinion", reason });

type Asked = AuthorizationAttributes;

/** Decides about a request of a node for one resource. */
type Rule = (node: string, asked: Asked, graph: NodeGraph) => Decision;

/**
 * Authorizes nodes (plugin/pkg/auth/authorizer/node): they read what the pods that run on them use, and beside that do
 * what the role system:node says. It has no opinion on other users.
 */
export function createNodeAuthorizer(objects: NodeObjects): ModeAuthorizer {
  const graph = new NodeGraph(objects);
  return {
    authorize(asked) {
      const node = nodeOfUser(asked.user);
      if (node === undefined) return noOpinion();
      if (node === "") return noOpinion(`unknown node for user ${quoteGo(asked.user.name)}`);
      const rule = asked.resourceRequest ? rules[`${asked.apiGroup}/${asked.resource}`] : undefined;
      if (rule !== undefined) return rule(node, asked, graph);
      return nodeRules.some((nodeRule) => ruleAllows(nodeRule, asked)) ? allow : noOpinion();
    },
    rulesFor: rulesOfNode,
  };
}

const rulesOfNode = (user: UserInfo): SubjectRules => ({
  resourceRules: [],
  nonResourceRules: [],
  evaluationError: nodeOfUser(user) === undefined ? "" : "node authorizer does not support user rule resolution",
});

const related = (node: string, isRelated: boolean): Decision =>
  isRelated ? allow : noOpinion(`no relationship found between node '${node}' and this object`);

/** Reads single objects that `isRelated` says are related to the node. */
const getting =
  (isRelated: (node: string, asked: Asked, graph: NodeGraph) => boolean): Rule =>
  (node, asked, graph) => {
    if (asked.verb !== "get") return noOpinion("can only get individual resources of this type");
    if (asked.subresource !== "") return noOpinion("cannot get subresource");
    if (asked.name === "") return noOpinion("No Object name found");
    return related(node, isRelated(node, asked, graph));
  };

/** Gets, lists and watches single objects of a namespace. */
const reading =
  (isRelated: (node: string, asked: Asked, graph: NodeGraph) => boolean): Rule =>
  (node, asked, graph) => {
    if (!["get", "list", "watch"].includes(asked.verb)) return noOpinion("can only read resources of this type");
    if (asked.subresource !== "") return noOpinion("cannot read subresource");
    if (asked.namespace === "") return noOpinion("can only read namespaced object of this type");
    if (asked.name === "") return noOpinion("No Object name found");
    return related(node, isRelated(node, asked, graph));
  };

const byPods =
  (kind: keyof PodReferences) =>
  (node: string, { namespace, name }: Asked, graph: NodeGraph): boolean =>
    graph.refersTo(node, namespace, name, kind);

const authorizeClaim: Rule = (node, asked, graph) => {
  if (asked.subresource !== "status") return getting(byPods("claims"))(node, asked, graph);
  if (asked.verb !== "update" && asked.verb !== "patch") return noOpinion("can only get/update/patch this type");
  return asked.name === "" ? noOpinion("No Object name found") : related(node, byPods("claims")(node, asked, graph));
};

const authorizeServiceAccount: Rule = (node, asked, graph) => {
  if (asked.verb === "get" && asked.subresource === "") return reading(byPods("serviceAccount"))(node, asked, graph);
  if (asked.verb !== "create" || asked.name === "")
    return noOpinion("can only create tokens for individual service accounts");
  if (asked.subresource !== "token") return noOpinion("can only create token subresource of serviceaccount");
  return related(node, byPods("serviceAccount")(node, asked, graph));
};

const writesOwn = ["get", "create", "update", "patch", "delete"];
const leaseNamespace = "kube-node-lease";

const authorizeLease: Rule = (node, { verb, namespace, name }) => {
  if (!writesOwn.includes(verb)) return noOpinion("can only get, create, update, patch, or delete a node lease");
  if (namespace !== leaseNamespace)
    return noOpinion(`can only access leases in the ${quoteGo(leaseNamespace)} system namespace`);
  // NodeRestriction checks the name of what is created
  if (verb !== "create" && name !== node)
    return noOpinion("can only access node lease with the same name as the requesting node");
  return allow;
};

const authorizeCsiNode: Rule = (node, { verb, subresource, name }) => {
  if (!writesOwn.includes(verb)) return noOpinion("can only get, create, update, patch, or delete a CSINode");
  if (subresource !== "") return noOpinion("cannot authorize CSINode subresources");
  if (verb !== "create" && name !== node)
    return noOpinion("can only access CSINode with the same name as the requesting node");
  return allow;
};

const authorizeSlice: Rule = (node, asked, graph) => {
  if (asked.subresource !== "") return noOpinion("cannot authorize ResourceSlice subresources");
  switch (asked.verb) {
    case "create":
      return allow; // NodeRestriction checks the node of what is created
    case "get":
    case "update":
    case "patch":
    case "delete":
      if (asked.name === "") return noOpinion("No Object name found");
      return related(node, graph.isOf(node, "resourceslices", asked.name));
    case "watch":
    case "list":
    case "deletecollection":
      return selects(asked, "spec.nodeName", node)
        ? allow
        : noOpinion("can only list/watch/deletecollection resourceslices with nodeName field selector");
    default:
      return noOpinion(
        "only the following verbs are allowed for a ResourceSlice: get, watch, list, create, update, patch, delete, deletecollection",
      );
  }
};

const authorizeNode: Rule = (node, { subresource, verb, name }) => {
  const writes = verb === "update" || verb === "patch";
  if (subresource === "status") return writes ? allow : noOpinion();
  if (subresource !== "") return noOpinion();
  if (writes || verb === "create") return allow; // NodeRestriction limits nodes to themselves
  if (!["get", "list", "watch"].includes(verb)) return noOpinion();
  if (name === node) return allow;
  return noOpinion(
    name === ""
      ? `node '${node}' cannot read all nodes, only its own Node object`
      : `node '${node}' cannot read '${name}', only its own Node object`,
  );
};

const authorizePod: Rule = (node, asked, graph) => {
  const { subresource, verb, namespace, name } = asked;
  if (subresource === "status") return verb === "update" || verb === "patch" ? allow : noOpinion();
  if (subresource === "eviction") return verb === "create" ? allow : noOpinion();
  if (subresource !== "") return noOpinion();
  if (verb === "create" || verb === "delete") return allow; // NodeRestriction limits nodes to their own pods
  const isOwn = (): boolean => graph.hasPod(node, namespace, name);
  if (verb === "get") return getting(isOwn)(node, asked, graph);
  if (verb !== "list" && verb !== "watch") return noOpinion();
  if (selects(asked, "spec.nodeName", node)) return allow;
  return name === "" ? noOpinion("can only list/watch pods with spec.nodeName field selector") : related(node, isOwn());
};

/** Whether the field selector of a request leaves only objects with this value. */
function selects({ fieldSelector }: Asked, field: string, value: string): boolean {
  if (fieldSelector === undefined || fieldSelector === "") return false;
  try {
    return parseFieldSelector(fieldSelector).requirements.some(
      (requirement) => requirement.field === field && requirement.operator === "=" && requirement.value === value,
    );
  } catch {
    return false; // a selector that cannot be parsed selects nothing
  }
}

const rules: Readonly<Record<string, Rule>> = {
  "/secrets": reading((node, { namespace, name }, graph) => graph.usesSecret(node, namespace, name)),
  "/configmaps": reading(byPods("configMaps")),
  "/persistentvolumeclaims": authorizeClaim,
  "/persistentvolumes": getting((node, { name }, graph) => graph.usesVolume(node, name)),
  "resource.k8s.io/resourceclaims": getting(byPods("resourceClaims")),
  "storage.k8s.io/volumeattachments": getting((node, { name }, graph) => graph.isOf(node, "volumeattachments", name)),
  "/serviceaccounts": authorizeServiceAccount,
  "coordination.k8s.io/leases": authorizeLease,
  "storage.k8s.io/csinodes": authorizeCsiNode,
  "resource.k8s.io/resourceslices": authorizeSlice,
  "/nodes": authorizeNode,
  "/pods": authorizePod,
};
