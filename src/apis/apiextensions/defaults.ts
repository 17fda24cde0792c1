import type { KubeObject } from "../../apimachinery/meta.ts";
import { asDefinition, asObject, storageVersionOf, withStatus, type Definition } from "./definition.ts";

type Spec = Definition["spec"];

/**
 * Defaults the names derived from the kind, conversion strategy None, and storedVersions with the storage version (v1
 * SetDefaults_CustomResourceDefinition).
 */
export function defaultDefinition(object: KubeObject): KubeObject {
  const definition = asDefinition(object);
  if (definition.spec === undefined) return object;
  const spec = defaultSpec(definition.spec);
  const filled = spec === definition.spec ? definition : { ...definition, spec };
  const stored = storageVersionOf(filled);
  if (stored === undefined || (filled.status?.storedVersions ?? []).length > 0)
    return filled === definition ? object : asObject(filled);
  return asObject(withStatus(filled, { storedVersions: [stored] }));
}

function defaultSpec(spec: Spec): Spec {
  const { names, conversion } = spec;
  const { singular = "", listKind = "", kind = "" } = names ?? { plural: "", kind: "" };
  const named = kind === "" || (singular !== "" && listKind !== "");
  const converted = conversion === undefined ? { strategy: "None" } : defaultConversion(conversion);
  if (named && converted === conversion) return spec;
  return {
    ...spec,
    names: named
      ? names
      : {
          ...names,
          singular: singular === "" ? kind.toLowerCase() : singular,
          listKind: listKind === "" ? `${kind}List` : listKind,
        },
    conversion: converted,
  };
}

type Conversion = NonNullable<Spec["conversion"]>;

/** Defaults the port of a conversion webhook's service to 443. */
function defaultConversion(conversion: Conversion): Conversion {
  const service = conversion.webhook?.clientConfig?.service;
  if (service === undefined || service.port !== undefined) return conversion;
  return {
    ...conversion,
    webhook: {
      ...conversion.webhook,
      clientConfig: { ...conversion.webhook?.clientConfig, service: { ...service, port: 443 } },
    } as Conversion["webhook"],
  };
}
