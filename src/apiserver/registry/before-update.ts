import { fieldPath, type FieldError } from "../../apimachinery/field-error.ts";
import { copyWith, copyWithout } from "../../apimachinery/json/members.ts";
import type { KubeObject, ObjectMeta } from "../../apimachinery/meta.ts";
import { validatePathSegmentName } from "../../apimachinery/validation/names.ts";
import { validateObjectMeta, validateObjectMetaUpdate } from "../../apimachinery/validation/object-meta.ts";
import { afterwards, type MaybeAsync } from "../../component-base/maybe-async.ts";
import { inSlices, paceOf, phase } from "../../component-base/work.ts";
import { refusedAsInvalid } from "./refused-as-invalid.ts";
import { changeMetadata, ensureNamespace, nameValidatorOf, withMetadata, withoutSelfLink } from "./object-meta.ts";
import type { ResourceDefinition } from "./resource-definition.ts";
import { inUpdateOrder } from "./update-order.ts";
import type { StrategyContext, UpdateStep, UpdateStrategy } from "./strategy.ts";

const metadataPath = fieldPath("metadata");

/**
 * Prepares an updated object and validates it against `old`; throws a StatusError if it is invalid (rest.BeforeUpdate).
 */
export function beforeUpdate(
  definition: ResourceDefinition,
  strategy: UpdateStrategy,
  object: KubeObject,
  old: KubeObject,
  ctx: StrategyContext,
): MaybeAsync<KubeObject> {
  ctx.trace?.stage("preparation");
  const placed = keepGeneration(ensureNamespace(object, ctx.namespace, definition.namespaced), old);
  const changed = keepSystemFields(strategy.prepareForUpdate?.(placed, old, ctx) ?? placed, old.metadata);
  const prepared = ctx.dryRun ? changed : withoutSelfLink(changed);
  ctx.trace?.stage("validation");
  const checked = inSlices(ctx, () => validateChange(definition, strategy, prepared, old, ctx));
  const validated = afterwards(checked, (errors) =>
    errors.length > 0 ? errors : (strategy.authorizeWrite?.(prepared, old, ctx) ?? errors),
  );
  return afterwards(validated, (errors) => {
    if (errors.length > 0)
      return refusedAsInvalid(
        ctx,
        definition.strategy.kindOf?.(placed) ?? definition,
        prepared.metadata.name ?? "",
        errors,
      );
    const warnings = paceOf(ctx)(() => strategy.warningsOnUpdate?.(prepared, old) ?? []);
    return afterwards(warnings, (texts) => {
      for (const text of texts) ctx.warn(text);
      ctx.trace?.end();
      return definition.strategy.canonicalize?.(prepared) ?? prepared;
    });
  });
}

/** Keeps the stored generation. Clients cannot set it; only the strategy increments it. */
function keepGeneration(object: KubeObject, old: KubeObject): KubeObject {
  const { generation } = old.metadata;
  if (object.metadata.generation === generation) return object;
  return generation === undefined
    ? withMetadata(object, copyWithout(object.metadata, "generation"))
    : changeMetadata(object, { generation });
}

function keepSystemFields(object: KubeObject, old: ObjectMeta): KubeObject {
  const { metadata } = object;
  const kept: { -readonly [K in keyof ObjectMeta]: ObjectMeta[K] } = {};
  if ((metadata.uid ?? "") === "" && old.uid !== undefined) kept.uid = old.uid;
  if (old.creationTimestamp !== undefined && metadata.creationTimestamp !== old.creationTimestamp)
    kept.creationTimestamp = old.creationTimestamp;
  if (old.deletionTimestamp !== undefined && metadata.deletionTimestamp !== old.deletionTimestamp)
    kept.deletionTimestamp = old.deletionTimestamp;
  if (old.deletionGracePeriodSeconds !== undefined && (metadata.deletionGracePeriodSeconds ?? undefined) === undefined)
    kept.deletionGracePeriodSeconds = old.deletionGracePeriodSeconds;
  for (const _ in kept) return withMetadata(object, copyWith(metadata, kept));
  return object;
}

function validateChange(
  definition: ResourceDefinition,
  strategy: UpdateStrategy,
  object: KubeObject,
  old: KubeObject,
  ctx: StrategyContext,
): readonly FieldError[] {
  const { metadata } = object;
  const asWhole = validateObjectMeta(
    metadata,
    definition.namespaced,
    validatePathSegmentName,
    metadataPath,
    old.metadata,
    phase,
  );
  const asChange = validateObjectMetaUpdate(metadata, old.metadata, metadataPath, phase);
  const steps = strategy.updateSteps ?? defaultSteps(definition);
  const asNew = steps.includes("whole") ? validatedAsNew(definition, metadata, old.metadata, asWhole, ctx) : [];
  const own = strategy.validateUpdate?.(object, old, ctx) ?? [];
  const more = strategy.validateOwnMetadata?.(metadata) ?? [];
  if (asWhole.length + asChange.length + asNew.length + more.length === 0) return own;
  const told = { whole: [...asNew, ...more], change: [...asChange, ...more], own };
  const made = (): readonly FieldError[] => (definition.strategy.validate?.(object, ctx) ?? []).slice(more.length); // after those of the metadata
  return [...asWhole, ...asChange, ...inUpdateOrder(steps, told, made)];
}

/** Validates metadata as the kind does that of a new object: with its own rule for names. */
const validatedAsNew = (
  { namespaced, strategy }: ResourceDefinition,
  metadata: ObjectMeta,
  old: ObjectMeta,
  asWhole: readonly FieldError[],
  { gates }: StrategyContext,
): readonly FieldError[] =>
  metadata.generateName === old.generateName
    ? asWhole
    : validateObjectMeta(metadata, namespaced, nameValidatorOf(strategy, gates), metadataPath, old, phase);

const defaultSteps = ({ strategy }: ResourceDefinition): readonly UpdateStep[] =>
  strategy.validatesMetadata === true ? ["change", "rest"] : ["rest"];
