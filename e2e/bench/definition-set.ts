import { generateDefinition, type GeneratedDefinition } from "./generated-definition.ts";

/** The size of a set of definitions. */
export interface DefinitionSetShape {
  readonly groups: number;
  /** How many kinds each group has. */
  readonly kinds: number;
  /** The bytes of each schema. */
  readonly size: number;
}

/** Definitions of several operators: each has a group with some kinds. The same for the same shape. */
export function generateDefinitionSet({ groups, kinds, size }: DefinitionSetShape): readonly GeneratedDefinition[] {
  return Array.from({ length: groups * kinds }, (_, i) =>
    inGroup(generateDefinition(i + 1, size), `operator-${Math.floor(i / kinds)}.example.com`, i % kinds),
  );
}

/** Renames a generated definition, so that several stand in one group. */
function inGroup({ text, ...definition }: GeneratedDefinition, group: string, index: number): GeneratedDefinition {
  const [plural, kind] = [`platform${index}s`, `Platform${index}`];
  const parsed = JSON.parse(text) as { readonly spec: object };
  const renamed = {
    ...parsed,
    metadata: { name: `${plural}.${group}` },
    spec: { ...parsed.spec, group, names: { plural, kind } },
  };
  return { ...definition, group, plural, kind, text: JSON.stringify(renamed) };
}

/** The same definition with another description in its schema. */
export const changedDefinition = (definition: GeneratedDefinition, change: string): GeneratedDefinition => ({
  ...definition,
  text: definition.text.replace('"description":"A platform."', `"description":"A platform, ${change}."`),
});
