import type { ServedResource } from "../../client/discovery.ts";

const builtIn = new Set(
  (
    "admissionregistration.k8s.io apiextensions.k8s.io apiregistration.k8s.io apps authentication.k8s.io authorization.k8s.io " +
    "autoscaling batch certificates.k8s.io coordination.k8s.io discovery.k8s.io events.k8s.io flowcontrol.apiserver.k8s.io " +
    "networking.k8s.io node.k8s.io policy rbac.authorization.k8s.io resource.k8s.io scheduling.k8s.io storage.k8s.io"
  ).split(" "),
);

/** Reports whether kubectl knows the types of a resource, whose patches are then strategic ones. */
export const isBuiltIn = ({ group }: ServedResource): boolean => group === "" || builtIn.has(group);
