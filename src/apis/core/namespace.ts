import { fieldPath, invalid, type FieldError, type FieldPath } from "../../apimachinery/field-error.ts";
import { isKnownFinalizer } from "../../apimachinery/finalizers.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { isQualifiedName, validateNamespaceName } from "../../apimachinery/validation/names.ts";
import type { Strategy, UpdateStrategy } from "../../apiserver/registry/strategy.ts";
import { recordAt, stringAt } from "../record.ts";
import { finalizerWithoutDomain } from "../strategies/finalizer-names.ts";
import { withMember } from "../strategies/object-strategy.ts";
import { ageColumn, nameColumn, stringIn, text } from "../table-cells.ts";
import type { TableLayout } from "../../apiserver/registry/table-column.ts";
import type { GroupBehaviors } from "../define-resource.ts";
import { errorsOfEach } from "../validation/fields.ts";

const nameLabel = "kubernetes.io/metadata.name";
const specFinalizers = fieldPath("spec", "finalizers");

/** Returns spec.finalizers, which the namespace controller removes. */
function namespaceFinalizers(namespace: KubeObject): readonly string[] {
  const { finalizers } = recordAt(namespace, "spec");
  return Array.isArray(finalizers) ? finalizers.filter((f) => typeof f === "string") : [];
}

const withFinalizers = (namespace: KubeObject, finalizers: readonly string[]): KubeObject => ({
  ...namespace,
  spec: finalizers.length === 0 ? {} : { ...recordAt(namespace, "spec"), finalizers },
});

/**
 * Adds the name of a namespace as a label; skipped if the name has yet to be generated (core/v1 SetDefaults_Namespace).
 */
export function labelled(namespace: KubeObject): KubeObject {
  const { name, labels } = namespace.metadata;
  if (name === undefined || name === "" || labels?.[nameLabel] === name) return namespace;
  return { ...namespace, metadata: { ...namespace.metadata, labels: { ...labels, [nameLabel]: name } } };
}

/** The defaults of a namespace: the label of its name, and the phase (core/v1 SetDefaults_NamespaceStatus). */
const defaulted = (namespace: KubeObject): KubeObject =>
  stringAt(recordAt(namespace, "status"), "phase") === ""
    ? { ...labelled(namespace), status: { ...recordAt(namespace, "status"), phase: "Active" } }
    : labelled(namespace);

function prepareForCreate(namespace: KubeObject): KubeObject {
  const finalizers = namespaceFinalizers(namespace);
  const held = finalizers.includes("kubernetes") ? finalizers : [...finalizers, "kubernetes"];
  return { ...withFinalizers(namespace, held), status: { phase: "Active" } };
}

/** Validates a finalizer: a qualified name and, without a domain, a known one (ValidateFinalizerName). */
function validateFinalizer(name: string, path: FieldPath): readonly FieldError[] {
  const unqualified = isQualifiedName(name).map((message) => invalid(path, name, message));
  return isKnownFinalizer(name) ? unqualified : [...unqualified, invalid(path, name, finalizerWithoutDomain)];
}

/** Validates a new namespace; its errors do not tell which finalizer is meant (ValidateNamespace). */
const validateNew = (namespace: KubeObject): readonly FieldError[] =>
  errorsOfEach(namespaceFinalizers(namespace), (name) => validateFinalizer(name, specFinalizers));

const validateFinalize = (namespace: KubeObject): readonly FieldError[] =>
  errorsOfEach(namespaceFinalizers(namespace), (name, i) => validateFinalizer(name, specFinalizers.index(i)));

/**
 * Strategy of namespaces. Subresources write spec.finalizers and the status; a namespace is removed once
 * spec.finalizers is empty.
 */
export const namespaceStrategy = {
  validatesMetadata: true,
  validateName: validateNamespaceName,
  prepareForCreate,
  validate: validateNew,
  prepareForUpdate: (namespace, old) => withMember(withMember(namespace, "spec", old["spec"]), "status", old["status"]),
  resetFields: ["status"],
  canonicalize: labelled,
  twoPhaseDeletion: {
    mark: (namespace) => ({ ...namespace, status: { ...recordAt(namespace, "status"), phase: "Terminating" } }),
    ready: (namespace) => namespaceFinalizers(namespace).length === 0,
  },
} satisfies Strategy;

/** Validates the phase, which must agree with deletionTimestamp (core/validation ValidateNamespaceStatusUpdate). */
function validateStatus(namespace: KubeObject): readonly FieldError[] {
  const phase = stringAt(recordAt(namespace, "status"), "phase");
  const path = fieldPath("status", "Phase");
  if (namespace.metadata.deletionTimestamp === undefined)
    return phase === "Active" ? [] : [invalid(path, phase, "may only be 'Active' if `deletionTimestamp` is empty")];
  return phase === "Terminating"
    ? []
    : [invalid(path, phase, "may only be 'Terminating' if `deletionTimestamp` is not empty")];
}

export const namespaceStatusStrategy = {
  resetFields: ["spec"],
  prepareForUpdate: (namespace, old) => withMember(namespace, "spec", old["spec"]),
  validateUpdate: validateStatus,
} satisfies UpdateStrategy;

/** Strategy of `/finalize`, which only changes spec.finalizers (core/validation ValidateNamespaceFinalizeUpdate). */
export const namespaceFinalizeStrategy = {
  resetFields: ["status"],
  prepareForUpdate: (namespace, old) => withMember(namespace, "status", old["status"]),
  validateUpdate: validateFinalize,
} satisfies UpdateStrategy;

const namespaceTable: TableLayout = {
  columns: [
    nameColumn,
    text("Status", "The status of the namespace", (object) => stringIn("", object, "status", "phase")),
    ageColumn,
  ],
};

/** The behavior of namespaces. It is loaded with the server, which creates namespaces when it starts. */
export const namespaceBehaviors: GroupBehaviors = {
  namespaces: {
    strategy: namespaceStrategy,
    default: defaulted,
    table: namespaceTable,
    subresourceBehaviors: {
      finalize: { strategy: namespaceFinalizeStrategy },
      status: { strategy: namespaceStatusStrategy },
    },
  },
};
