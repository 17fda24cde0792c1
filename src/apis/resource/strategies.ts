import { fieldPath, invalid, type FieldError, addErrors, addError } from "../../apimachinery/field-error.ts";
import { isRecord } from "../../apimachinery/is-record.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { fieldImmutableMessage } from "../../apimachinery/validation/object-meta.ts";
import type { Strategy, StrategyContext, UpdateStrategy } from "../../apiserver/registry/strategy.ts";
import { loadRegexEngine } from "../../apiserver/schema/cel/load-regex-engine.ts";
import { recordAt, recordsAt, type JsonRecord } from "../record.ts";
import {
  objectStrategy,
  statusStrategy,
  withMember,
  type ObjectStrategyOptions,
} from "../strategies/object-strategy.ts";
import { semanticEqual } from "../strategies/semantic-equal.ts";
import { collectErrors, fieldsOf, within, type Fields } from "../validation/fields.ts";
import { templateMetadata } from "../validation/template-metadata.ts";
import { adminGrantErrors, adminRequestErrors } from "./admin-access.ts";
import { validateClaimSpec, requestNames } from "./validation/claim-spec.ts";
import { allocatedDevices, deviceId, validateClaimStatus } from "./validation/claim-status.ts";
import type * as deviceExpressions from "./validation/device-expressions.ts";
import { validateDeviceClassSpec } from "./validation/device-class.ts";
import { printedClaimSpec, printedTemplateSpec } from "./validation/go-structs.ts";
import { hasSelectors } from "./validation/selectors.ts";
import { validateSliceSpec } from "./validation/slice.ts";
import { validateTaintRuleSpec } from "./validation/taint-rule.ts";

type DeviceExpressions = deviceExpressions.DeviceExpressions;

const specPath = fieldPath("spec");
const specOf = (object: KubeObject): JsonRecord => recordAt(object, "spec");

/** What an object is validated with. */
interface Validation {
  readonly ctx: StrategyContext;
  /** The compiler of selectors; undefined for an object without selectors. */
  readonly expressions: DeviceExpressions | undefined;
}

/** Validates the spec of an object; `old` is undefined on create. */
type Validate = (spec: Fields, old: KubeObject | undefined, validation: Validation) => void;

/** Returns a strategy that loads the compiler of selectors with the first object that has some. */
function withSelectors(options: ObjectStrategyOptions, validate: Validate): Strategy {
  let module: typeof deviceExpressions | undefined;
  let expressions: DeviceExpressions | undefined;
  const load = async (): Promise<void> => {
    [module] = await Promise.all([import("./validation/device-expressions.ts"), loadRegexEngine()]);
  };
  const run = (object: KubeObject, old: KubeObject | undefined, ctx: StrategyContext): readonly FieldError[] => {
    if (module !== undefined)
      expressions ??= new module.DeviceExpressions(ctx.gates.enabled("DRAConsumableCapacity"), ctx.compatibility);
    return collectErrors(specOf(object), specPath, (spec) => validate(spec, old, { ctx, expressions }));
  };
  return objectStrategy({
    ...options,
    validatesMetadata: true,
    loading: (object) => (module === undefined && hasSelectors(specOf(object)) ? load() : undefined),
    validate: (object, ctx) => run(object, undefined, ctx),
    validateUpdate: (object, old, ctx) => run(object, old, ctx),
  });
}

const claimSpec = (spec: Fields, { ctx, expressions }: Validation, stored: boolean): void =>
  validateClaimSpec(spec, { stored, expressions, gates: ctx.gates });

/** An update is validated like a new claim, then as one whose spec does not change (ValidateResourceClaimUpdate). */
const claim = withSelectors({ status: {} }, (spec, old, validation) => {
  if (old === undefined) addErrors(spec.errors, adminRequestErrors(spec.record, validation.ctx));
  claimSpec(spec, validation, false);
  if (old === undefined) return;
  if (!semanticEqual(spec.record, specOf(old)))
    addError(spec.errors, invalid(spec.path, printedClaimSpec(spec.record), fieldImmutableMessage));
  claimSpec(spec, validation, true);
});

function templateSpec(spec: Fields, validation: Validation, stored: boolean): void {
  templateMetadata(within(spec, "metadata"));
  claimSpec(within(spec, "spec"), validation, stored);
}

const claimTemplate = withSelectors({}, (spec, old, validation) => {
  if (old === undefined) addErrors(spec.errors, adminRequestErrors(recordAt(spec.record, "spec"), validation.ctx));
  templateSpec(spec, validation, false);
  if (old === undefined) return;
  if (!semanticEqual(spec.record, specOf(old)))
    addError(spec.errors, invalid(spec.path, printedTemplateSpec(spec.record), fieldImmutableMessage));
  templateSpec(spec, validation, true);
});

/** An update is validated like a new class, too (deviceClassStrategy.ValidateUpdate). */
const deviceClass = withSelectors({ generation: ["spec"] }, (spec, old, { expressions }) => {
  validateDeviceClassSpec(spec, undefined, expressions);
  if (old !== undefined) validateDeviceClassSpec(spec, specOf(old), expressions);
});

const taintRule = withSelectors({ generation: ["spec"] }, (spec, old, { expressions }) =>
  validateTaintRuleSpec(spec, old && specOf(old), expressions),
);

const slice = objectStrategy({
  generation: ["spec"],
  countsDroppedFields: true,
  validatesMetadata: true,
  validate: (object) => collectErrors(specOf(object), specPath, (spec) => validateSliceSpec(spec, undefined)),
  validateUpdate: (object, old) =>
    collectErrors(specOf(object), specPath, (spec) => validateSliceSpec(spec, fieldsOf(specOf(old), specPath, []))),
});

/** Removes the status of devices that are not allocated any more (dropDeallocatedStatusDevices). */
function withoutDeallocated(object: KubeObject, old: KubeObject, { gates }: StrategyContext): KubeObject {
  const [status, before] = [recordAt(object, "status"), recordAt(old, "status")];
  const devices = recordsAt(status, "devices");
  if (devices.length === 0) return object;
  if (!gates.enabled("DRAResourceClaimDeviceStatus") && recordsAt(before, "devices").length === 0) return object;
  const [are, were] = [allocatedDevices(status), allocatedDevices(before)];
  const kept = devices.filter((device) => !were.has(deviceId(device)) || are.has(deviceId(device)));
  if (kept.length === devices.length) return object;
  const { devices: _, ...rest } = status;
  return withMember(object, "status", kept.length === 0 ? rest : { ...rest, devices: kept });
}

const reset = statusStrategy(claim, "kept");

const claimStatus: UpdateStrategy = {
  ...reset,
  resetFields: ["spec"],
  prepareForUpdate: (object, old, ctx) =>
    withoutDeallocated(reset.prepareForUpdate?.(object, old, ctx) ?? object, old, ctx),
  validateUpdate: (object, old, ctx) => [
    ...adminGrantErrors(object, old, ctx),
    ...collectErrors(recordAt(object, "status"), fieldPath("status"), (status) =>
      validateClaimStatus(status, recordAt(old, "status"), {
        names: requestNames(specOf(object)),
        isDeleted: object.metadata.deletionTimestamp !== undefined,
      }),
    ),
  ],
};

/** Sets the time of a taint that has none (SetDefaults_DeviceTaint). */
const timed = (taint: unknown, now: string): unknown =>
  isRecord(taint) && (taint["timeAdded"] ?? undefined) === undefined ? { ...taint, timeAdded: now } : taint;

function withTaintTime(object: KubeObject, { now }: StrategyContext): KubeObject {
  const spec = specOf(object);
  const taint = timed(spec["taint"], now);
  return taint === spec["taint"] ? object : withMember(object, "spec", { ...spec, taint });
}

function withDeviceTaintTimes(object: KubeObject, { now }: StrategyContext): KubeObject {
  const spec = specOf(object);
  const devices = recordsAt(spec, "devices");
  const isUntimed = ({ taints }: JsonRecord): boolean =>
    Array.isArray(taints) && taints.some((taint) => timed(taint, now) !== taint);
  if (!devices.some(isUntimed)) return object;
  const changed = devices.map((device) =>
    isUntimed(device) ? { ...device, taints: recordsAt(device, "taints").map((taint) => timed(taint, now)) } : device,
  );
  return withMember(object, "spec", { ...spec, devices: changed });
}

/**
 * Adds the defaults that depend on the time. Upstream sets them when it decodes, which differs only in who owns the
 * field.
 */
const withTimes = (strategy: Strategy, change: (object: KubeObject, ctx: StrategyContext) => KubeObject): Strategy => ({
  ...strategy,
  prepareForCreate: (object, ctx) => {
    const timed = change(object, ctx);
    return strategy.prepareForCreate?.(timed, ctx) ?? timed;
  },
  prepareForUpdate: (object, old, ctx) => {
    const timed = change(object, ctx);
    return strategy.prepareForUpdate?.(timed, old, ctx) ?? timed;
  },
});

/** The strategies of resource.k8s.io. */
export const resourceStrategies = {
  deviceClass,
  deviceTaintRule: withTimes(taintRule, withTaintTime),
  resourceClaim: claim,
  resourceClaimStatus: claimStatus,
  resourceClaimTemplate: claimTemplate,
  resourceSlice: withTimes(slice, withDeviceTaintTimes),
};
