import { newForbidden, newNotFound, StatusError, statusCause } from "../../apimachinery/errors.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { AdmissionPlugin } from "./admission-plugin.ts";
import type { AdmissionAttributes } from "./attributes.ts";
import { newAdmissionForbidden } from "./errors.ts";

/** Looks up a namespace synchronously. */
export type NamespaceGetter = (name: string) => KubeObject | undefined;

/** The namespaces that cannot be deleted. */
const immortal = new Set(["default", "kube-system", "kube-public"]);

const accessReviews = new Set(["localsubjectaccessreviews"]);

/**
 * Rejects the creation of objects in namespaces that do not exist or are terminating, and the deletion of immortal
 * namespaces (plugin NamespaceLifecycle).
 */
export function createNamespaceLifecycle(getNamespace: NamespaceGetter): AdmissionPlugin {
  return {
    name: "NamespaceLifecycle",
    handles: (operation) => operation !== "CONNECT",
    admit(attributes) {
      const { operation, kind, namespace, name } = attributes;
      if (kind.group === "" && kind.kind === "Namespace") {
        if (operation === "DELETE" && immortal.has(name))
          throw newForbidden(attributes.resource, name, "this namespace may not be deleted");
        return undefined;
      }
      if (namespace === "" || operation === "DELETE" || isAccessReview(attributes)) return undefined;
      const found = getNamespace(namespace);
      if (found === undefined) throw newNotFound({ group: "", resource: "namespaces" }, namespace);
      if (operation === "CREATE" && isTerminating(found)) throw terminating(attributes);
      return undefined;
    },
  };
}

const isAccessReview = ({ resource }: AdmissionAttributes): boolean =>
  resource.group === "authorization.k8s.io" && accessReviews.has(resource.resource);

function isTerminating(namespace: KubeObject): boolean {
  const { status } = namespace;
  return typeof status === "object" && status !== null && "phase" in status && status.phase === "Terminating";
}

function terminating(attributes: AdmissionAttributes): StatusError {
  const { namespace } = attributes;
  const err = newAdmissionForbidden(
    attributes,
    `unable to create new content in namespace ${namespace} because it is being terminated`,
  );
  const cause = statusCause("NamespaceTerminating", `namespace ${namespace} is being terminated`, "metadata.namespace");
  const { details } = err.status;
  return new StatusError({ ...err.status, details: { ...details, causes: [...(details?.causes ?? []), cause] } });
}
