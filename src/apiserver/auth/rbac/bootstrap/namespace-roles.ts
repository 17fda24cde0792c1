import type { PolicyRule, Role, RoleBinding } from "../policy.ts";
import { account, bind, bootstrapMetadata, events, on, rbacGroup, read, user } from "./rules.ts";

const system = "kube-system";
const open = "kube-public";
const signer = "system:controller:bootstrap-signer";
const managerLock = "system::leader-locking-kube-controller-manager";
const schedulerLock = "system::leader-locking-kube-scheduler";
const reader = "extension-apiserver-authentication-reader";

const role = (namespace: string, name: string, ...rules: readonly PolicyRule[]): Role => ({
  metadata: { ...bootstrapMetadata(name), namespace },
  rules,
});
const into = (namespace: string, binding: RoleBinding): RoleBinding => ({
  ...binding,
  metadata: { ...binding.metadata, namespace },
});
const lock = (name: string): readonly PolicyRule[] => [
  on("watch", "", "configmaps"),
  on("get update", "", "configmaps", name),
];

/** The default roles in kube-system and kube-public (bootstrappolicy.NamespaceRoles). */
export const namespaceRoles = (): readonly Role[] => [
  role(system, reader, on(read, "", "configmaps", "extension-apiserver-authentication")),
  role(system, signer, on(read, "", "secrets")),
  role(system, "system:controller:cloud-provider", on(`create ${read}`, "", "configmaps")),
  role(system, "system:controller:token-cleaner", on(`${read} delete`, "", "secrets"), events),
  role(system, managerLock, ...lock("kube-controller-manager")),
  role(system, schedulerLock, ...lock("kube-scheduler")),
  role(open, signer, on(read, "", "configmaps"), on("update", "", "configmaps", "cluster-info"), events),
];

const manager = user("system:kube-controller-manager");
const scheduler = user("system:kube-scheduler");

/** The bindings of these roles (bootstrappolicy.NamespaceRoleBindings). */
export const namespaceRoleBindings = (): readonly RoleBinding[] => [
  {
    metadata: { ...bootstrapMetadata(`system::${reader}`), namespace: system },
    subjects: [manager, scheduler],
    roleRef: { apiGroup: rbacGroup, kind: "Role", name: reader },
  },
  into(system, bind("Role", managerLock, manager, account("kube-controller-manager"))),
  into(system, bind("Role", schedulerLock, scheduler, account("kube-scheduler"))),
  into(system, bind("Role", signer, account("bootstrap-signer"))),
  into(system, bind("Role", "system:controller:cloud-provider", account("cloud-provider"))),
  into(system, bind("Role", "system:controller:token-cleaner", account("token-cleaner"))),
  into(open, bind("Role", signer, account("bootstrap-signer"))),
];
