import { fieldPath, type FieldError } from "../../apimachinery/field-error.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { validateObjectMeta } from "../../apimachinery/validation/object-meta.ts";
import { afterwards, type MaybeAsync } from "../../component-base/maybe-async.ts";
import { inSlices, paceOf, phase, rested } from "../../component-base/work.ts";
import { refusedAsInvalid } from "./refused-as-invalid.ts";
import { ensureNamespace, fillSystemFields, nameValidatorOf, withoutSelfLink } from "./object-meta.ts";
import type { ResourceDefinition } from "./resource-definition.ts";
import type { ValidateObject } from "./rest.ts";
import type { BegunWrites } from "./store-hooks.ts";
import type { StoreParts } from "./store-parts.ts";
import type { StrategyContext } from "./strategy.ts";

const metadataPath = fieldPath("metadata");

/**
 * Returns the object in the form to be stored, with the fields that only the server sets. Throws a StatusError if the
 * object is invalid. Returns a promise only if validation has to load or ask for something, or something is allocated
 * for the object, which `begun` learns of.
 */
export function readyToCreate(
  { definition, random, hooks }: StoreParts,
  ctx: StrategyContext,
  object: KubeObject,
  validate: ValidateObject,
  begun: BegunWrites | undefined,
): MaybeAsync<KubeObject> {
  ctx.trace?.stage("preparation");
  const filled = fillSystemFields(object, ctx.now, random);
  const begin = hooks?.beginCreate;
  const allocated = begin && begun ? begun.begin(() => begin(filled, ctx)) : filled;
  return afterwards(allocated, (whole) =>
    afterwards(definition.strategy.loading?.(whole), () =>
      afterwards(rested(ctx, beforeCreate(definition, whole, ctx)), (ready) =>
        afterwards(validate(ready), () => (ctx.dryRun ? ready : withoutSelfLink(ready))),
      ),
    ),
  );
}

/**
 * Prepares a decoded object for creation and validates it; throws a StatusError if it is invalid (rest.BeforeCreate).
 */
function beforeCreate(
  definition: ResourceDefinition,
  object: KubeObject,
  ctx: StrategyContext,
): MaybeAsync<KubeObject> {
  const { strategy, namespaced } = definition;
  const placed = ensureNamespace(object, ctx.namespace, namespaced);
  const preparing = paceOf(ctx)(() => strategy.prepareForCreate?.(placed, ctx) ?? placed);
  return afterwards(preparing, (prepared) => validatedAfterwards(definition, prepared, ctx));
}

function validatedAfterwards(
  definition: ResourceDefinition,
  prepared: KubeObject,
  ctx: StrategyContext,
): MaybeAsync<KubeObject> {
  const { strategy } = definition;
  ctx.trace?.stage("validation");
  return afterwards(rested(ctx, prepared), () =>
    afterwards(
      inSlices(ctx, () => validateNew(definition, prepared, ctx)),
      (errors) =>
        afterwards(
          errors.length > 0 ? errors : (strategy.authorizeWrite?.(prepared, undefined, ctx) ?? errors),
          (all) => validatedNew(definition, prepared, all, ctx),
        ),
    ),
  );
}

function validatedNew(
  definition: ResourceDefinition,
  prepared: KubeObject,
  errors: readonly FieldError[],
  ctx: StrategyContext,
): MaybeAsync<KubeObject> {
  const { strategy } = definition;
  if (errors.length > 0)
    return refusedAsInvalid(ctx, strategy.kindOf?.(prepared) ?? definition, prepared.metadata.name ?? "", errors);
  const warnings = paceOf(ctx)(() => strategy.warningsOnCreate?.(prepared) ?? []);
  return afterwards(warnings, (texts) => {
    for (const text of texts) ctx.warn(text);
    ctx.trace?.end();
    return strategy.canonicalize?.(prepared) ?? prepared;
  });
}

function validateNew(definition: ResourceDefinition, object: KubeObject, ctx: StrategyContext): readonly FieldError[] {
  const { strategy, namespaced } = definition;
  const errors = validateObjectMeta(
    object.metadata,
    namespaced,
    nameValidatorOf(strategy, ctx.gates),
    metadataPath,
    undefined,
    phase,
  );
  const own = strategy.validate?.(object, ctx) ?? [];
  if (own.length === 0) return errors;
  return strategy.ignoresMetadata?.(object) === true ? own : [...errors, ...own];
}
