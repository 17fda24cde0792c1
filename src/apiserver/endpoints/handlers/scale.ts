import { newConflict, newGenericServerResponse, newInvalid } from "../../../apimachinery/errors.ts";
import { fieldPath, invalid } from "../../../apimachinery/field-error.ts";
import { formatLabelSelector, type LabelSelectorSpec } from "../../../apimachinery/labels/label-selector.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import type { Answer } from "../../../component-base/exchange.ts";
import { decodeGetOptions, decodePatchOptions, decodeWriteOptions } from "../../../apimachinery/options.ts";
import { validatePatchOptions, validateUpdateOptions } from "../../../apimachinery/validation/options.ts";
import type { ScalePaths } from "../../registry/resource-definition.ts";
import { ensureNamespace, withMetadata } from "../../registry/object-meta.ts";
import { answer } from "../answers.ts";
import type { Handler } from "../handler.ts";
import { negotiateOutput } from "../output/negotiate.ts";
import { render, type Output } from "../output/output.ts";
import { readBody } from "../read-body.ts";
import type { RequestContext } from "../request-context.ts";
import { fromStored, toStored, type ResourceScope } from "../resource-scope.ts";
import type { RouteServices } from "../routes/route-services.ts";
import { createAdmissionSteps } from "./admission-steps.ts";
import { authorizeCreate } from "./authorize-create.ts";
import { decodeInto } from "./decode-body.ts";
import { checkName, noteDryRun, refuseInvalidOptions } from "./input.ts";
import { readPath, writePath } from "./object-path.ts";
import { patchTypes } from "./patch-types.ts";

/** Reads and changes the replicas of an object as an autoscaling/v1 Scale (registry ScaleREST). */
export function scaleHandler(parent: ResourceScope, scope: ResourceScope, paths: ScalePaths, method: string, name: string, services: RouteServices): Handler {
  switch (method) {
    case "PUT":
      return putScale({ parent, scope, paths, name, services });
    case "PATCH":
      return patchScale({ parent, scope, paths, name, services });
    default:
      return async (ctx) => {
        const output = negotiateOutput(ctx);
        const stored = await parent.store.get(ctx, name, decodeGetOptions(ctx.query).resourceVersion ?? "");
        return scaleAnswer(ctx, scope, output, scaleOf(fromStored(parent, stored.object), paths));
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

const scaleAnswer = (ctx: RequestContext, scope: ResourceScope, output: Output, scale: KubeObject): Answer =>
  answer(ctx, 200, output.mediaType, render(output, scope.head + scope.codec.encodeTail(scope.codec.decode(scale as never))));

const putScale = (target: ScaleTarget): Handler => async (ctx) => {
  const { scope, name } = target;
  const output = negotiateOutput(ctx);
  const body = await readBody(ctx.exchange.body);
  const options = decodeWriteOptions(ctx.query);
  refuseInvalidOptions("UpdateOptions", validateUpdateOptions(options));
  noteDryRun(ctx, options.dryRun);
  const scale = ensureNamespace(decodeInto(ctx, scope, body, options.fieldValidation), ctx.namespace, true);
  checkName(scale, name, ctx.namespace);
  return updateScale(ctx, target, output, () => scale);
};

const patchScale = (target: ScaleTarget): Handler => async (ctx) => {
  const { scope, name } = target;
  const type = (ctx.exchange.headers.get("Content-Type") ?? "").split(";")[0] ?? "";
  const mechanism = patchTypes[type];
  if (mechanism === undefined) throw newGenericServerResponse(415, "", { group: "", resource: "" }, "", "415: Unsupported Media Type", 0, false);
  const output = negotiateOutput(ctx);
  const patch = new TextDecoder().decode(await readBody(ctx.exchange.body));
  const options = decodePatchOptions(ctx.query);
  refuseInvalidOptions("PatchOptions", validatePatchOptions(options, type));
  noteDryRun(ctx, options.dryRun);
  return updateScale(ctx, target, output, (live) => {
    const scale = mechanism.apply({ ctx, scope, patch, options, live });
    checkName(scale, name, ctx.namespace);
    return scale;
  });
};

/** Stores the replicas that `change` makes of the live scale (scaleUpdatedObjectInfo.UpdatedObject). */
async function updateScale(ctx: RequestContext, { parent, scope, paths, name, services }: ScaleTarget, output: Output, change: (live: KubeObject) => KubeObject): Promise<Answer> {
  const steps = createAdmissionSteps(ctx, scope, name);
  const result = await parent.store.update(ctx, name, {
    strategy: parent.strategy,
    forceAllowCreate: false,
    validateCreate: authorizeCreate(ctx, scope, name, services.authorizer, steps.validateCreate),
    validateUpdate: steps.validateUpdate,
    info: {
      async updatedObject(live) {
        if (live === undefined) throw newConflict(parent.definition, name, "the object is gone");
        const served = fromStored(parent, live);
        const old = scaleOf(served, paths);
        const scale = await steps.admit("UPDATE", change(old), old);
        refuseInvalidScale(scale, old, parent);
        return toStored(parent, withReplicas(served, scale, paths));
      },
    },
  });
  return scaleAnswer(ctx, scope, output, scaleOf(fromStored(parent, result.stored.object), paths));
}

function refuseInvalidScale(scale: KubeObject, live: KubeObject, { definition }: ResourceScope): void {
  const { name = "", uid = "" } = scale.metadata;
  const replicas = readPath(scale, "spec.replicas") ?? 0;
  if (typeof replicas === "number" && replicas < 0) {
    throw newInvalid({ group: "autoscaling", kind: "Scale" }, name, [invalid(fieldPath("spec", "replicas"), replicas, "must be greater than or equal to 0")]);
  }
  if (uid !== "" && uid !== live.metadata.uid) {
    throw newConflict(definition, name, `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${live.metadata.uid ?? ""}`);
  }
}

function withReplicas(object: KubeObject, scale: KubeObject, { specReplicas }: ScalePaths): KubeObject {
  const { resourceVersion = "" } = scale.metadata;
  const changed = writePath(object, specReplicas, readPath(scale, "spec.replicas") ?? 0);
  return withMetadata(changed, { ...object.metadata, resourceVersion });
}

/** The Scale that an object stands for. */
function scaleOf(object: KubeObject, paths: ScalePaths): KubeObject {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata;
  const selector = paths.selector === undefined ? undefined : selectorText(readPath(object, paths.selector));
  return JSON.parse(JSON.stringify({
    metadata: { name, namespace, uid, resourceVersion, creationTimestamp },
    spec: { replicas: readPath(object, paths.specReplicas) ?? 0 },
    status: { replicas: readPath(object, paths.statusReplicas) ?? 0, selector },
  }));
}

/** A selector as scale clients read it: text as it is, a map of labels or a LabelSelector printed. */
function selectorText(selector: unknown): string | undefined {
  if (typeof selector === "string") return selector;
  if (typeof selector !== "object" || selector === null) return undefined;
  const isLabelSelector = "matchLabels" in selector || "matchExpressions" in selector;
  return formatLabelSelector((isLabelSelector ? selector : { matchLabels: selector }) as LabelSelectorSpec); // decoded by the schema
}
