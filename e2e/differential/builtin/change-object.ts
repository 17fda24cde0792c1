import { isList, isMap, type Json, type JsonMap } from "../../conformance/recorded-case.ts";
import type { Chooser } from "../chooser.ts";
import {
  fieldValue,
  memberSchema,
  resolved,
  type KnownValues,
  type PublishedSchema,
  type Schemas,
} from "./field-values.ts";

/** What changes of objects are made from. */
export interface ChangeContext {
  readonly schemas: Schemas;
  readonly known: KnownValues;
  readonly choose: Chooser;
}

/** A place in an object: the steps to it, and the type of its value. */
interface Place {
  readonly steps: readonly (string | number)[];
  readonly value: JsonMap | readonly Json[];
  readonly type: string;
  readonly schema: PublishedSchema;
}

/** Returns a copy of an object with some changes: fields set, replaced and removed, and items repeated or dropped. */
export function changedObject(object: JsonMap, schema: PublishedSchema, context: ChangeContext): JsonMap {
  let copy: JsonMap = structuredClone(object);
  for (let left = context.choose.pick([1, 1, 1, 2, 2, 3]); left > 0; left--) {
    const places = placesIn(copy, schema, context.schemas);
    // Large parts have more places than small ones, whose fields would hardly ever change.
    const depths = [...new Set(places.map(({ steps }) => steps.length))];
    const [depth, ...deeper] = depths;
    if (depth === undefined) continue;
    const wanted = context.choose.pick([depth, ...deeper]);
    const [place, ...others] = places.filter(({ steps }) => steps.length === wanted);
    if (place === undefined) continue;
    const chosen = context.choose.pick([place, ...others]);
    const changed = changedAt(copy, chosen.steps, () =>
      isMap(chosen.value)
        ? changedMap(chosen.value, chosen, context)
        : changedList(chosen.value as readonly Json[], chosen, context),
    );
    if (isMap(changed)) copy = changed;
  }
  return copy;
}

/** Maps and lists of an object, but for what identifies it. */
function placesIn(object: JsonMap, schema: PublishedSchema, schemas: Schemas): readonly Place[] {
  const places: Place[] = [];
  const visit = (value: Json, at: PublishedSchema, steps: Place["steps"]): void => {
    const { name, schema: found } = resolved(at, schemas);
    if (isMap(value)) {
      places.push({ steps, value, type: name, schema: found });
      for (const [field, member] of Object.entries(value))
        if (steps.length > 0 || !["apiVersion", "kind", "status"].includes(field))
          visit(member, memberSchema(found, field), [...steps, field]);
    } else if (isList(value)) {
      places.push({ steps, value, type: name, schema: found });
      value.forEach((item, i) => visit(item, found.items ?? {}, [...steps, i]));
    }
  };
  visit(object, schema, []);
  return places;
}

function changedMap(map: JsonMap, { type, schema, steps }: Place, context: ChangeContext): Json {
  const { choose } = context;
  const fixed =
    steps.length === 0
      ? ["apiVersion", "kind", "status"]
      : ["name", "namespace", "managedFields"].filter(() => steps[0] === "metadata" && steps.length === 1);
  const present = Object.keys(map).filter((field) => !fixed.includes(field));
  const declared = Object.keys(schema.properties ?? {}).filter((field) => !fixed.includes(field));
  if (choose.chance(0.02)) return { ...map, unknownField: 1 };
  const [first, ...rest] = present;
  if (first !== undefined && choose.chance(0.15)) {
    const gone = choose.pick([first, ...rest]);
    return Object.fromEntries(Object.entries(map).filter(([field]) => field !== gone));
  }
  const absent = declared.filter((field) => !(field in map));
  const [candidate, ...candidates] = absent.length > 0 && choose.chance(0.6) ? absent : [...present, ...declared];
  if (candidate === undefined) return { ...map, [choose.pick(["a", "A b", "example.com/a", ""])]: "x" };
  const field = choose.pick([candidate, ...candidates]);
  return { ...map, [field]: fieldValue(memberSchema(schema, field), context, { type, field }) };
}

function changedList(list: readonly Json[], { schema, steps }: Place, context: ChangeContext): Json {
  const { choose } = context;
  const at = choose.below(list.length);
  const item = list[at];
  if (item !== undefined && choose.chance(0.4)) return [...list, structuredClone(item)];
  if (item !== undefined && choose.chance(0.3)) return list.filter((_, i) => i !== at);
  const field = String(steps.findLast((step) => typeof step === "string") ?? "");
  return [...list, fieldValue(schema.items ?? {}, context, { type: "", field })];
}

function changedAt(value: Json, [step, ...rest]: readonly (string | number)[], change: () => Json): Json {
  if (step === undefined) return change();
  if (isList(value)) return value.map((item, i) => (i === step ? changedAt(item, rest, change) : item));
  return isMap(value) ? { ...value, [step]: changedAt(value[step] ?? null, rest, change) } : value;
}
