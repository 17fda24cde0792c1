import type { PolicyRule, Role, RoleBinding, Subject } from "../policy.ts";
import { editRules, nodeRules, schedulerRules, viewRules } from "./long-roles.ts";
import {
  account,
  bind,
  bootstrapMetadata,
  events,
  group,
  on,
  rbacGroup,
  read,
  readUpdate,
  readWrite,
  role,
  urls,
  user,
} from "./rules.ts";

const certificates = "certificates.k8s.io";
const signerApprover = (signer: string): Role =>
  role(
    `system:certificates.k8s.io:${signer}-approver`,
    on("approve", certificates, "signers", `kubernetes.io/${signer}`),
  );

const aggregateTo = (name: string): string => `${rbacGroup}/aggregate-to-${name}`;

/**
 * An aggregated role, which is itself aggregated to the role `into` if given. Its rules are those that the aggregation
 * controller would compute.
 */
const aggregated = (name: string, into: string | undefined, rules: readonly PolicyRule[]): Role => ({
  metadata: bootstrapMetadata(name, into === undefined ? {} : { [aggregateTo(into)]: "true" }),
  rules,
  aggregationRule: { clusterRoleSelectors: [{ matchLabels: { [aggregateTo(name)]: "true" } }] },
});

const adminRules: readonly PolicyRule[] = [
  on("create", "authorization.k8s.io", "localsubjectaccessreviews"),
  on(readWrite, rbacGroup, "roles rolebindings"),
];

const part = (of: string, rules: readonly PolicyRule[]): Role => ({
  metadata: bootstrapMetadata(`system:aggregate-to-${of}`, { [aggregateTo(of)]: "true" }),
  rules,
});

const health = "/livez /readyz /healthz";

/** The default cluster roles of v1.34 with default feature gates (bootstrappolicy.ClusterRoles). */
// oxfmt-ignore
export const clusterRoles = (): readonly Role[] => [
  role("cluster-admin", on("*", "*", "*"), urls("*", "*")),
  role("system:discovery", urls("get", `${health} /version /version/ /openapi /openapi/* /api /api/* /apis /apis/*`)),
  role("system:monitoring", urls("get", `${health} /metrics /metrics/slis /livez/* /readyz/* /healthz/*`), on("get", "", "nodes/metrics")),
  role("system:basic-user", on("create", "authorization.k8s.io", "selfsubjectaccessreviews selfsubjectrulesreviews"), on("create", "authentication.k8s.io", "selfsubjectreviews")),
  role("system:public-info-viewer", urls("get", `${health} /version /version/`)),
  aggregated("admin", undefined, [...editRules, ...viewRules, ...adminRules]),
  aggregated("edit", "admin", [...editRules, ...viewRules]),
  aggregated("view", "edit", viewRules),
  part("admin", adminRules),
  part("edit", editRules),
  part("view", viewRules),
  role("system:heapster", on(read, "", "events pods nodes namespaces"), on(read, "extensions", "deployments")),
  role("system:node", ...nodeRules),
  role("system:node-problem-detector", on("get", "", "nodes"), on("patch", "", "nodes/status"), events),
  role("system:node-bootstrapper", on("create get list watch", certificates, "certificatesigningrequests")),
  role("system:auth-delegator", on("create", "authentication.k8s.io", "tokenreviews"), on("create", "authorization.k8s.io", "subjectaccessreviews")),
  role("system:kube-aggregator", on(read, "", "services endpoints")),
  role("system:kube-controller-manager",
    events, on("create", "coordination.k8s.io", "leases"), on("get update", "coordination.k8s.io", "leases", "kube-controller-manager"), on("create", "", "secrets serviceaccounts"),
    on("delete", "", "secrets"), on("get", "", "namespaces secrets serviceaccounts configmaps"), on("update", "", "secrets serviceaccounts"), on("create", "authentication.k8s.io", "tokenreviews"),
    on("create", "authorization.k8s.io", "subjectaccessreviews"), on("list watch", "*", "*"), on("create", "", "serviceaccounts/token")),
  role("system:kube-dns", on("list watch", "", "endpoints services")),
  role("system:persistent-volume-provisioner",
    on("get list watch create delete", "", "persistentvolumes"), on("get list watch update", "", "persistentvolumeclaims"), on(read, "storage.k8s.io", "storageclasses"), on("watch", "", "events"), events),
  role("system:certificates.k8s.io:certificatesigningrequests:nodeclient", on("create", certificates, "certificatesigningrequests/nodeclient")),
  role("system:certificates.k8s.io:certificatesigningrequests:selfnodeclient", on("create", certificates, "certificatesigningrequests/selfnodeclient")),
  role("system:volume-scheduler", on(readUpdate, "", "persistentvolumes"), on(read, "storage.k8s.io", "storageclasses"), on(readUpdate, "", "persistentvolumeclaims")),
  ...["legacy-unknown", "kubelet-serving", "kube-apiserver-client", "kube-apiserver-client-kubelet"].map(signerApprover),
  role("system:service-account-issuer-discovery", urls("get", "/.well-known/openid-configuration /.well-known/openid-configuration/ /openid/v1/jwks /openid/v1/jwks/")),
  role("system:kubelet-api-admin",
    on(read, "", "nodes"), on("proxy", "", "nodes"), on("*", "", "nodes/proxy nodes/metrics nodes/stats nodes/log"), on("*", "", "nodes/pods nodes/healthz nodes/configz")),
  role("system:node-proxier",
    on("list watch", "", "services endpoints"), on(read, "", "nodes"), events, on("list watch", "networking.k8s.io", "servicecidrs"), on("list watch", "discovery.k8s.io", "endpointslices")),
  role("system:kube-scheduler", ...schedulerRules),
];

const bindTo = (name: string, ...subjects: readonly Subject[]): RoleBinding => bind("ClusterRole", name, ...subjects);
const authenticated = group("system:authenticated");
const scheduler = user("system:kube-scheduler");

/**
 * The default bindings of the cluster roles (bootstrappolicy.ClusterRoleBindings). The binding of system:node has no
 * subjects, because the node authorizer authorizes nodes.
 */
// oxfmt-ignore
export const clusterRoleBindings = (): readonly RoleBinding[] => [
  bindTo("cluster-admin", group("system:masters")),
  bindTo("system:monitoring", group("system:monitoring")),
  bindTo("system:discovery", authenticated),
  bindTo("system:basic-user", authenticated),
  bindTo("system:public-info-viewer", authenticated, group("system:unauthenticated")),
  bindTo("system:node-proxier", user("system:kube-proxy")),
  bindTo("system:kube-controller-manager", user("system:kube-controller-manager")),
  bindTo("system:kube-dns", account("kube-dns")),
  bindTo("system:kube-scheduler", scheduler),
  bindTo("system:volume-scheduler", scheduler),
  bindTo("system:node"),
  bindTo("system:service-account-issuer-discovery", group("system:serviceaccounts")),
];
