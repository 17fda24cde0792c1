import { addForbidden, isSet, isZero, type Fields } from "./fields.ts";
import { annotations, labels } from "./selectors.ts";

/** The fields of metadata that the server or the object made from the template decides, in Go's order. */
// oxfmt-ignore
const notOfTemplates = [
  "name", "generateName", "namespace", "selfLink", "uid", "resourceVersion", "generation", "creationTimestamp",
  "deletionTimestamp", "deletionGracePeriodSeconds", "ownerReferences", "finalizers", "managedFields",
];
/** Pointers and lists, which are set in Go even if they are zero or empty. */
const references = new Set(["deletionGracePeriodSeconds", "ownerReferences", "finalizers", "managedFields"]);

/** Metadata of a template of claims: only labels and annotations may be set (ValidateTemplateObjectMeta). */
export function templateMetadata(metadata: Fields): void {
  annotations(metadata, "annotations");
  labels(metadata, "labels");
  // Upstream names a field by its name in Go, with the first letter in lower case.
  for (const member of notOfTemplates)
    if (references.has(member) ? isSet(metadata, member) : !isZero(metadata, member))
      addForbidden(metadata, member === "uid" ? "uID" : member, "cannot be set");
}
