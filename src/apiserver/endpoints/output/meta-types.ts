import type { GroupVersionKind } from "../../../apimachinery/gvk.ts";
import type { Field, ObjectSchema } from "../../schema/schema.ts";
import type { TypeRegistry } from "../../schema/type-registry.ts";

const metaGroup = "meta.k8s.io";
const listKind = "PartialObjectMetadataList";

/**
 * The types of answers: the built-in ones and what `as=` asks for (the metainternalversion scheme). Bodies cannot be of
 * the kinds of meta.k8s.io, so that these are no part of the registry that decoders go by.
 */
export function withMetaTypes(types: TypeRegistry): TypeRegistry {
  let betaList: ObjectSchema | undefined;
  const metaType = ({ version, kind }: GroupVersionKind): ObjectSchema | undefined => {
    const type = types.metaKind(kind);
    if (version !== "v1beta1" || kind !== listKind || type === undefined) return type;
    return (betaList ??= asBetaList(type));
  };
  return {
    byName: (name) => types.byName(name),
    metaKind: (kind) => types.metaKind(kind),
    kinds: () => types.kinds(),
    schemaOf: (gvk) => (gvk.group === metaGroup ? metaType(gvk) : types.schemaOf(gvk)),
  };
}

/** Protobuf numbers of meta/v1beta1 PartialObjectMetadataList, whose ListMeta was added after its items. */
const betaNumbers: Readonly<Record<string, number>> = { items: 1, metadata: 2 };

function asBetaList(type: ObjectSchema): ObjectSchema {
  const fields = type.fields.map((field): Field => {
    const number = betaNumbers[field.name];
    if (number === undefined || field.protobuf === undefined) return field;
    return { ...field, schema: field.schema, protobuf: { ...field.protobuf, number } };
  });
  const index = new Map(fields.map((field) => [field.name, field]));
  return { ...type, fields, field: (name) => index.get(name) };
}
