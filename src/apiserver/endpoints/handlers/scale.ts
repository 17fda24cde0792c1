import { isNotFound, newBadRequest, newConflict, newInternalError, newNotFound } from "../../../apimachinery/errors.ts";
import { newInvalid } from "../../../apimachinery/invalid-error.ts";
import {
  coveredByDeclarative,
  fieldPath,
  invalid,
  withOrigin,
  type FieldError,
} from "../../../apimachinery/field-error.ts";
import { quoteGo } from "../../../apimachinery/go-strings.ts";
import { formatGroupVersion, type GroupResource } from "../../../apimachinery/gvk.ts";
import { formatLabelSelector, type LabelSelectorSpec } from "../../../apimachinery/labels/label-selector.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import type { Answer } from "../../../component-base/exchange.ts";
import {
  decodeGetOptions,
  decodePatchOptions,
  decodeWriteOptions,
  type WriteOptions,
} from "../../../apimachinery/options.ts";
import { validatePatchOptions, validateUpdateOptions } from "../../../apimachinery/validation/options.ts";
import { afterwards, type MaybeAsync } from "../../../component-base/maybe-async.ts";
import { paceOf } from "../../../component-base/work.ts";
import { versionsOf } from "../../managedfields/builtin-field-manager.ts";
import { withManagedFields } from "../../managedfields/object-parts.ts";
import { managedFieldsFromScale, managedFieldsToScale, type ScaleParent } from "../../managedfields/scale-handler.ts";
import { fieldPathOf } from "../../managedfields/strip-meta.ts";
import type { ScalePaths, ScaleValues } from "../../registry/resource-definition.ts";
import { ensureNamespace, withMetadata } from "../../registry/object-meta.ts";
import { readyObject } from "../../storage/interface.ts";
import { preconditionFailed } from "../../storage/preconditions.ts";
import type { Handler } from "../handler.ts";
import { negotiateOutput } from "../output/negotiate.ts";
import { heldAnswer } from "../output/object-answer.ts";
import type { Output } from "../output/output.ts";
import { readBody } from "./read-body.ts";
import type { RequestContext } from "../request-context.ts";
import { fromStored, toStored, type ResourceScope } from "../resource-scope.ts";
import type { RouteServices } from "../routes/route-services.ts";
import { createAdmissionSteps } from "./admission-steps.ts";
import { authorizeCreate } from "./authorize-create.ts";
import { decodeInto } from "./decode-body.ts";
import { checkName, noteDryRun, refuseInvalidOptions } from "./input.ts";
import { patchText } from "./patch-types.ts";
import { patchType } from "./patch.ts";
import { trackUpdate } from "./track-update.ts";

/** Returns the value at a dotted path of field names (`spec.replicas`, with or without a leading dot). */
function readPath(object: object, path: string): unknown {
  let value: unknown = object;
  for (const name of splitPath(path))
    value =
      typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
  return value;
}

/** Returns a copy of the object with the given value at the path. */
const writePath = (object: KubeObject, path: string, value: unknown): KubeObject => ({
  ...object,
  ...write(object, splitPath(path), value),
});

function write(node: unknown, [name, ...rest]: readonly string[], value: unknown): Readonly<Record<string, unknown>> {
  const members = typeof node === "object" && node !== null ? (node as Readonly<Record<string, unknown>>) : {};
  if (name === undefined) return members;
  return { ...members, [name]: rest.length === 0 ? value : write(members[name], rest, value) };
}

/** Splits a dotted path into field names. */
const splitPath = (path: string): readonly string[] => (path.startsWith(".") ? path.slice(1) : path).split(".");

/** Serves the scale subresource of an object as an autoscaling/v1 Scale (registry ScaleREST). */
export function scaleHandler(
  parent: ResourceScope,
  scope: ResourceScope,
  paths: ScalePaths,
  method: string,
  name: string,
  services: RouteServices,
): Handler {
  switch (method) {
    case "PUT":
      return putScale({ parent, scope, paths, name, services });
    case "PATCH":
      return patchScale({ parent, scope, paths, name, services });
    default:
      return async (ctx) => {
        const output = negotiateOutput(ctx, parent);
        ctx.trace?.stage("storage");
        const { resourceVersion = "" } = decodeGetOptions(ctx.query);
        const stored = await named(paths.notFound?.read, name, () => parent.store.get(ctx, name, resourceVersion));
        const object = fromStored(parent, await readyObject(stored));
        const values = scaleValues(object, paths);
        if (paths.read !== undefined && values.specReplicas === undefined)
          throw newInternalError(`the spec replicas field ${quoteGo(paths.specReplicas)} does not exist`);
        return scaleAnswer(ctx, scope, output, scaleOf(object, values));
      };
  }
}

interface ScaleTarget {
  readonly parent: ResourceScope;
  readonly scope: ResourceScope;
  readonly paths: ScalePaths;
  readonly name: string;
  readonly services: RouteServices;
}

/** Names what is not found as upstream does. */
async function named<T>(notFound: GroupResource | undefined, name: string, act: () => MaybeAsync<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw notFound !== undefined && isNotFound(error) ? newNotFound(notFound, name) : error;
  }
}

const scaleAnswer = (
  ctx: RequestContext,
  scope: ResourceScope,
  output: Output,
  scale: KubeObject,
): MaybeAsync<Answer> => heldAnswer(ctx, scope, output, 200, scope.codec.decode(scale as never));

const putScale =
  (target: ScaleTarget): Handler =>
  async (ctx) => {
    const { parent, scope, name } = target;
    const output = negotiateOutput(ctx, parent);
    const body = await readBody(ctx);
    const options = decodeWriteOptions(ctx.query);
    refuseInvalidOptions("UpdateOptions", validateUpdateOptions(options));
    noteDryRun(ctx, options.dryRun);
    const scale = ensureNamespace(await decodeInto(ctx, scope, body, options.fieldValidation), ctx.namespace, true);
    checkName(scale, name, ctx.namespace);
    const { uid = "" } = scale.metadata;
    return updateScale(ctx, target, {
      output,
      options,
      preconditions: uid === "" ? undefined : { uid },
      change: (live) => trackUpdate(ctx, scope, live, scale, options.fieldManager),
    });
  };

const patchScale =
  (target: ScaleTarget): Handler =>
  async (ctx) => {
    const { parent, scope, name } = target;
    const [type, mechanism] = patchType(ctx, scope);
    const output = negotiateOutput(ctx, parent);
    const body = await readBody(ctx);
    const options = decodePatchOptions(ctx.query);
    refuseInvalidOptions("PatchOptions", validatePatchOptions(options, type));
    noteDryRun(ctx, options.dryRun);
    const patch = patchText(type, body);
    if (typeof patch === "string") ctx.audit?.requestPatch(patch);
    return updateScale(ctx, target, {
      output,
      options,
      change(live) {
        if (typeof patch !== "string") throw patch;
        ctx.trace?.stage(mechanism.stage);
        return afterwards(mechanism.apply({ ctx, scope, patch, options, live }), (patched) => {
          const scale = ensureNamespace(patched, ctx.namespace, true);
          checkName(scale, name, ctx.namespace);
          return scale;
        });
      },
    });
  };

/** A write of a Scale. */
interface ScaleUpdate {
  readonly output: Output;
  readonly options: WriteOptions;
  readonly preconditions?: { readonly uid: string } | undefined;
  change(live: KubeObject): MaybeAsync<KubeObject>;
}

/**
 * Updates the object with the replicas of the Scale that `change` returns (scaleUpdatedObjectInfo.UpdatedObject).
 * Admission sees Scales only.
 */
async function updateScale(
  ctx: RequestContext,
  { parent, scope, paths, name, services }: ScaleTarget,
  { output, options, preconditions, change }: ScaleUpdate,
): Promise<Answer> {
  const steps = createAdmissionSteps(ctx, scope, name, options);
  const unset = paths.read === undefined ? 0 : unsetReplicas;
  const shown = (served: KubeObject): KubeObject =>
    scaleOf(served, { specReplicas: unset, ...scaleValues(served, paths) });
  const admitted = (object: KubeObject): KubeObject => shown(fromStored(parent, object));
  const result = await named(paths.notFound?.update, name, () =>
    parent.store.update(ctx, name, {
      strategy: parent.strategy,
      forceAllowCreate: false,
      validateCreate: authorizeCreate(ctx, scope, name, services.authorizer, (object) =>
        steps.validateCreate(admitted(object)),
      ),
      validateUpdate: (object, old) => steps.validateUpdate(admitted(object), admitted(old)),
      info: {
        preconditions,
        async updatedObject(live) {
          if (live === undefined) throw newConflict(parent.definition, name, "the object is gone");
          const pace = paceOf(ctx);
          const served = await pace(() => fromStored(parent, live, ctx.trace));
          const owners = scaleOwners(parent, served, paths);
          const old = withManagedFields(shown(served), await pace(() => managedFieldsToScale(owners)));
          const scale = await steps.admit("UPDATE", await change(old), old);
          await refuseInvalidScale(ctx, scale, old, parent, paths);
          const fields = await pace(() => managedFieldsFromScale(owners, scale.metadata.managedFields ?? []));
          const changed = withManagedFields(withReplicas(served, scale, paths), fields);
          return pace(() => toStored(parent, changed, ctx.trace));
        },
      },
    }),
  );
  const written = await readyObject(result.stored);
  const updated = await paceOf(ctx)(() => fromStored(parent, written));
  return scaleAnswer(ctx, scope, output, scaleOf(updated, scaleValues(updated, paths)));
}

/** Returns the managed fields of the parent and the path of the replicas field in each version of the parent. */
function scaleOwners(
  { kind, types }: ResourceScope,
  object: KubeObject,
  { specReplicas, specReplicasByVersion }: ScalePaths,
): ScaleParent {
  const groupVersion = formatGroupVersion(kind);
  const versions =
    specReplicasByVersion ??
    [groupVersion, ...versionsOf(types, kind)].map((version) => [version, specReplicas] as const);
  const paths = new Map(
    [...versions].map(([version, path]) => [version, path === undefined ? undefined : fieldPathOf(...splitPath(path))]),
  );
  return { managedFields: object.metadata.managedFields ?? [], groupVersion, paths };
}

/** Represents replicas that the object does not specify (upstream's invalidSpecReplicas). */
const unsetReplicas = -2147483648;

const negativeReplicas = (replicas: number): FieldError => {
  const error = invalid(fieldPath("spec", "replicas"), replicas, "must be greater than or equal to 0");
  return coveredByDeclarative(withOrigin(error, "minimum"));
};

async function refuseInvalidScale(
  ctx: RequestContext,
  scale: KubeObject,
  live: KubeObject,
  { definition }: ResourceScope,
  { read, specReplicas, validate }: ScalePaths,
): Promise<void> {
  const { name = "", uid = "" } = scale.metadata;
  const replicas = readPath(scale, "spec.replicas") ?? 0;
  if (read !== undefined) {
    if (replicas === unsetReplicas)
      throw newBadRequest(`the spec replicas field ${quoteGo(specReplicas)} cannot be empty`);
    return;
  }
  const written = typeof replicas === "number" && replicas < 0 ? [negativeReplicas(replicas)] : [];
  const errors = validate === undefined ? written : await validate(scale, live, written, ctx);
  if (errors.length > 0) throw newInvalid({ group: "autoscaling", kind: "Scale" }, name, errors);
  if (uid !== "" && uid !== live.metadata.uid) {
    const { group, resource } = definition;
    const problem = preconditionFailed("UID", uid, live.metadata.uid ?? "");
    throw newConflict({ group, resource: `${resource}/scale` }, name, problem);
  }
}

function withReplicas(object: KubeObject, scale: KubeObject, { specReplicas }: ScalePaths): KubeObject {
  const { resourceVersion = "" } = scale.metadata;
  const changed = writePath(object, specReplicas, readPath(scale, "spec.replicas") ?? 0);
  return resourceVersion === "" ? changed : withMetadata(changed, { ...object.metadata, resourceVersion });
}

/** Returns what the scale of an object shows. */
function scaleValues(object: KubeObject, paths: ScalePaths): ScaleValues {
  if (paths.read !== undefined) return paths.read(object);
  const selector = paths.selector === undefined ? undefined : selectorText(readPath(object, paths.selector));
  return {
    specReplicas: numberAt(object, paths.specReplicas),
    statusReplicas: numberAt(object, paths.statusReplicas),
    ...(selector !== undefined && { selector }),
  };
}

function numberAt(object: KubeObject, path: string): number {
  const value = readPath(object, path);
  return typeof value === "number" ? value : 0;
}

/** Returns the Scale of an object, without fields that are empty, so that a patch does not find them. */
function scaleOf({ metadata }: KubeObject, { specReplicas, statusReplicas, selector }: ScaleValues): KubeObject {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = metadata;
  return JSON.parse(
    JSON.stringify({
      metadata: { name, namespace, uid, resourceVersion, creationTimestamp },
      spec: { replicas: specReplicas === 0 ? undefined : specReplicas },
      status: { replicas: statusReplicas, selector: selector === "" ? undefined : selector },
    }),
  );
}

/** Returns the selector of a Scale as text: a string unchanged, a map of labels or a LabelSelector formatted. */
function selectorText(selector: unknown): string | undefined {
  if (typeof selector === "string") return selector;
  if (typeof selector !== "object" || selector === null) return undefined;
  const isLabelSelector = "matchLabels" in selector || "matchExpressions" in selector;
  // decoded by the schema
  return formatLabelSelector((isLabelSelector ? selector : { matchLabels: selector }) as LabelSelectorSpec);
}
