import type { JsonObject } from "../apimachinery/json/value.ts";
import { asKubeObject } from "../apimachinery/meta.ts";
import { kindOf, nameOf, textAt } from "../kubectl/json-access.ts";
import { creationRank, isPrerequisite } from "../share/object-order.ts";
import type { Manifest } from "./manifest.ts";

const policies = ["ValidatingAdmissionPolicy", "MutatingAdmissionPolicy"];
const bindings = ["ValidatingAdmissionPolicyBinding", "MutatingAdmissionPolicyBinding"];
const classes = ["PriorityClass", "StorageClass", "RuntimeClass", "IngressClass", "DeviceClass"];

/**
 * Sorts manifests so that what others need comes before them: namespaces and definitions, classes, policies with their
 * parameters and bindings, then the rest as objects are created. Configurations of webhooks come last.
 */
export function inValidationOrder(manifests: readonly Manifest[]): readonly Manifest[] {
  const parameters = parametersOf(manifests.map(({ object }) => object));
  const rank = ({ object }: Manifest): number => {
    const kind = kindOf(object);
    if (isPrerequisite(asKubeObject(object))) return 0;
    if (classes.includes(kind)) return 1;
    if (parameters(object)) return 2;
    if (policies.includes(kind)) return 3;
    return bindings.includes(kind) ? 4 : 5;
  };
  return manifests
    .map((manifest) => ({ manifest, rank: rank(manifest), created: creationRank(asKubeObject(manifest.object)) }))
    .sort((a, b) => a.rank - b.rank || a.created - b.created)
    .map(({ manifest }) => manifest);
}

/** Kinds beside those that others need, on which it depends what the server says of other objects. */
const conditions = ["LimitRange", "ResourceQuota", "Role", "RoleBinding", "ServiceAccount", "APIService"];

/** Returns whether what the server says of other objects depends on an object, parameters aside. */
export const decidesOthers = ({ object }: Manifest): boolean =>
  isPrerequisite(asKubeObject(object)) ||
  [...classes, ...policies, ...bindings, ...conditions].includes(kindOf(object)) ||
  /^ClusterRole|WebhookConfiguration$/.test(kindOf(object));

/** Returns whether an object may be a parameter of the policies among some manifests. */
export function isParameterOf(manifests: readonly Manifest[]): (manifest: Manifest) => boolean {
  const isParameter = parametersOf(manifests.map(({ object }) => object));
  return ({ object }) => isParameter(object);
}

/** Returns whether an object may be a parameter of the policies among some objects: by its name, or by a selector. */
function parametersOf(objects: readonly JsonObject[]): (object: JsonObject) => boolean {
  const kinds = new Set(
    objects
      .filter((object) => policies.includes(kindOf(object)))
      .map((object) =>
        typeText(textAt(object, "spec", "paramKind", "apiVersion"), textAt(object, "spec", "paramKind", "kind")),
      )
      .filter((text) => text !== " "),
  );
  const references = objects
    .filter((object) => bindings.includes(kindOf(object)))
    .map((object) => textAt(object, "spec", "paramRef", "name"));
  return (object) =>
    kinds.has(typeText(textAt(object, "apiVersion"), kindOf(object))) &&
    (references.includes("") || references.includes(nameOf(object)));
}

const typeText = (apiVersion: string, kind: string): string => `${apiVersion} ${kind}`;
