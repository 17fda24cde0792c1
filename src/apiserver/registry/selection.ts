import { newBadRequest } from "../../apimachinery/errors.ts";
import { FieldSelectorError } from "../../apimachinery/fields/escape.ts";
import {
  transformMetaFields,
  transformSelector,
  type FieldSelector,
  type FieldTransform,
} from "../../apimachinery/fields/selector.ts";
import { exactValue, type LabelSelector } from "../../apimachinery/labels/selector.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { ListOptions } from "../storage/interface.ts";
import {
  everything,
  type Equality,
  type SelectionPredicate,
  type SelectorAttributes,
} from "../storage/selection-predicate.ts";
import type { FieldLabels, ResourceInfo } from "./resource-definition.ts";

/** Lists all objects of a resource in their newest state. */
export const wholeList: ListOptions = {
  resourceVersion: "",
  resourceVersionMatch: "",
  predicate: everything,
  limit: 0,
  continue: "",
};

/** Creates a predicate that matches objects by a label selector and a field selector. */
export function createSelectionPredicate(labels: LabelSelector, fields: FieldSelector): SelectionPredicate {
  if (labels.empty && fields.empty) return everything;
  return {
    everything: false,
    name: fields.requiresExactMatch("metadata.name"),
    equalities: equalitiesOf(labels, fields),
    id: `${labels.toString()}\n${fields.toString()}`,
    matches: (attributes) => labels.matches(attributes.labels) && fields.matches(attributes.fields),
  };
}

/** The terms of selectors by which an index finds objects. Objects that lack a field match its empty value. */
function equalitiesOf(labels: LabelSelector, fields: FieldSelector): readonly Equality[] {
  return [
    ...fields.requirements.flatMap(({ field, operator, value }): Equality[] =>
      operator === "=" && value !== "" ? [{ of: "fields", name: field, value }] : [],
    ),
    ...labels.requirements.flatMap((requirement): Equality[] => {
      const value = exactValue(requirement);
      return value === undefined ? [] : [{ of: "labels", name: requirement.key, value }];
    }),
  ];
}

/**
 * Converts a field selector to the field paths of the storage version. Throws a 400 error for a field that the kind
 * does not support (runtime.Scheme.ConvertFieldLabel).
 */
export function convertFieldSelector({ fieldLabels }: ResourceInfo, selector: FieldSelector): FieldSelector {
  if (selector.empty) return selector;
  try {
    return transformSelector(selector, fieldLabels === undefined ? transformMetaFields : ownFields(fieldLabels));
  } catch (err) {
    throw err instanceof FieldSelectorError ? newBadRequest(err.message) : err;
  }
}

/**
 * Converts the labels of a kind that defines its own field labels; other labels are rejected with the error message of
 * the kind.
 */
const ownFields =
  ({ accepted, unsupported }: FieldLabels): FieldTransform =>
  (field, value) => {
    const known = Object.hasOwn(accepted, field) ? accepted[field] : undefined;
    if (known === undefined) throw new FieldSelectorError(unsupported(field));
    return [known, value];
  };

const noLabels: Readonly<Record<string, string>> = {};

/** Returns the labels and fields of an object that selectors match against. */
export function selectorAttributes({ selectableFields }: ResourceInfo, object: KubeObject): SelectorAttributes {
  const { name = "", namespace = "", labels = noLabels } = object.metadata;
  const fields: Record<string, string> = { "metadata.name": name, "metadata.namespace": namespace };
  if (selectableFields !== undefined)
    for (const [path, read] of Object.entries(selectableFields)) fields[path] = read(object);
  return { labels, fields };
}
