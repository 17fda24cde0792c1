import { type FieldSelector, type Fields, parseFieldSelector } from "../apimachinery/fields/selector.ts";
import { groupVersionOf } from "../apimachinery/gvk.ts";
import { parseLabelSelector } from "../apimachinery/labels/parse.ts";
import type { KubeObject } from "../apimachinery/meta.ts";
import { textAt } from "./fields.ts";
import { kindOfResource } from "./known-kinds.ts";
import type { Place, Surroundings } from "./surroundings.ts";

const isAt = (object: KubeObject, { group, resource, namespace }: Place): boolean => {
  const { apiVersion = "v1", kind = "", metadata } = object;
  const known = kindOfResource(group, resource)?.kind;
  const isKind = known === undefined ? `${kind.toLowerCase()}s` === resource : known === kind;
  return (
    isKind &&
    groupVersionOf(apiVersion).group === group &&
    (namespace === undefined || namespace === (metadata.namespace ?? ""))
  );
};

/** The values of the fields that a selector asks for. */
const fieldsOf = (object: KubeObject, { requirements }: FieldSelector): Fields =>
  Object.fromEntries(requirements.map(({ field }) => [field, textAt(object, field)]));

/** Surroundings of given objects, which have apiVersion and kind: all that there is. */
export const givenSurroundings = (objects: readonly KubeObject[], now: () => number): Surroundings => ({
  now,
  get: async (place, name) => objects.find((object) => object.metadata.name === name && isAt(object, place)),
  list: async (place, { labelSelector = "", fieldSelector = "" } = {}) => {
    const selector = parseLabelSelector(labelSelector);
    const fields = parseFieldSelector(fieldSelector);
    return objects.filter(
      (object) =>
        isAt(object, place) &&
        selector.matches(object.metadata.labels ?? {}) &&
        fields.matches(fieldsOf(object, fields)),
    );
  },
});
