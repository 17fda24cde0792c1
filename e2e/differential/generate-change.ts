import { collectionOf, type Definition, type DefinedVersion } from "./generate-definition.ts";
import { generateSchema, object } from "./generate-schema.ts";
import type { StepContext } from "./generate-request.ts";
import type { Chooser } from "./chooser.ts";
import type { Step } from "./sequence.ts";

const headers = { "Content-Type": "application/json" };

/**
 * Returns the requests that change the definition and wait until the change is observed: a new field of each version
 * makes an object invalid that was refused as unknown before.
 */
export function generateChange({ choose, id }: StepContext, definition: Definition): readonly Step[] {
  const { group, plural, versions } = definition;
  const marker = `marker${id}`;
  const operations = [
    ...versions.flatMap((version, i) => [
      ...(choose.chance(0.6) ? changeOf(choose, version, i) : []),
      { op: "add", path: `${schemaPath(i)}/${marker}`, value: { type: "string", enum: ["x"] } },
    ]),
    ...(versions.length > 1 && choose.chance(0.3) ? storageAt(choose.below(versions.length), versions) : []),
  ];
  const change: Step = {
    id,
    method: "PATCH",
    path: `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${plural}.${group}`,
    headers: { "Content-Type": "application/json-patch+json" },
    body: JSON.stringify(operations),
  };
  return [change, ...versions.filter(({ served }) => served).map(({ name }) => observed(definition, name, id, marker))];
}

const schemaPath = (index: number): string => `/spec/versions/${index}/schema/openAPIV3Schema/properties`;

function changeOf(choose: Chooser, { spec }: DefinedVersion, index: number): readonly object[] {
  const path = `${schemaPath(index)}/spec`;
  const [name] = Object.keys((spec["properties"] ?? {}) as object);
  switch (choose.pick(["whole", "field", "required", "columns"])) {
    case "whole":
      return [{ op: "replace", path, value: object(choose, 2) }];
    case "field":
      if (name === undefined) return [];
      return [{ op: "replace", path: `${path}/properties/${name}`, value: generateSchema(choose, 1) }];
    case "required":
      return name === undefined ? [] : [{ op: "add", path: `${path}/required`, value: [name] }];
    case "columns": {
      const columns = [{ name: "New", type: "string", jsonPath: `.spec.${name ?? "a"}` }];
      return [{ op: "add", path: `/spec/versions/${index}/additionalPrinterColumns`, value: columns }];
    }
  }
}

const storageAt = (index: number, versions: readonly DefinedVersion[]): readonly object[] =>
  versions.map((_, i) => ({ op: "replace", path: `/spec/versions/${i}/storage`, value: i === index }));

function observed(definition: Definition, version: string, after: string, marker: string): Step {
  const { group, kind } = definition;
  return {
    id: `${after}-${version}`,
    method: "POST",
    path: `${collectionOf(definition, version)}?dryRun=All&fieldValidation=Strict`,
    headers,
    body: JSON.stringify({ apiVersion: `${group}/${version}`, kind, metadata: { name: "marker" }, [marker]: "y" }),
    until: 422,
    after,
    quiet: true,
  };
}
