import type { KubeObject } from "../../../apimachinery/meta.ts";
import type { DeleteOptions, WriteOptions } from "../../../apimachinery/options.ts";
import { afterwards, type MaybeAsync } from "../../../component-base/maybe-async.ts";
import { duringStage } from "../../../component-base/trace.ts";
import {
  AttributesRecord,
  type AdmissionRequest,
  type Operation,
  type OperationOptions,
} from "../../admission/attributes.ts";
import { keepValidManagedFields } from "../../managedfields/keep-valid-managed-fields.ts";
import { dedupOwnerReferences } from "../../registry/object-meta.ts";
import type { ValidateObject, ValidateObjectUpdate } from "../../registry/rest.ts";
import type { RequestContext } from "../request-context.ts";
import type { ResourceScope } from "../resource-scope.ts";

/** The admission steps of one request, called by the handlers. */
export interface AdmissionSteps {
  /** Runs mutating admission and then removes duplicate owner references. */
  admit(operation: Operation, object: KubeObject, oldObject: KubeObject | undefined): MaybeAsync<KubeObject>;
  readonly validateCreate: ValidateObject;
  readonly validateUpdate: ValidateObjectUpdate;
  readonly validateDelete: ValidateObject;
}

/** The options of a request, and those of the operation if an update creates the object. */
export type RequestOptions = WriteOptions | DeleteOptions;

/** Creates the admission steps for a request on a path. */
export function createAdmissionSteps(
  ctx: RequestContext,
  scope: ResourceScope,
  name: string,
  options: RequestOptions,
): AdmissionSteps {
  const { admission } = scope;
  const { trace } = ctx;
  const record = (
    operation: Operation,
    object: KubeObject | undefined,
    oldObject: KubeObject | undefined,
    ownName = name,
  ): AttributesRecord =>
    new AttributesRecord(admissionRequest(ctx), {
      operation,
      kind: scope.kind,
      resource: scope.resource,
      subresource: scope.subresource,
      name: ownName,
      object,
      oldObject,
      objects: scope.objects,
      options: () => operationOptions(operation, options),
    });
  const validate = (attributes: AttributesRecord): MaybeAsync<void> =>
    duringStage(trace, "validating admission", () => admission.validate(attributes));
  return {
    admit(operation, object, oldObject) {
      trace?.end();
      return duringStage(trace, "mutating admission", () =>
        afterwards(admission.admit(record(operation, object, oldObject)), (admitted = object) =>
          dedupOwnerReferences(keepValidManagedFields(admitted, object, ctx), ctx, true),
        ),
      );
    },
    validateCreate: (object) => validate(record("CREATE", object, undefined, name || (object.metadata.name ?? ""))),
    validateUpdate: (object, old) => validate(record("UPDATE", object, old)),
    async validateDelete(object) {
      await duringStage(trace, "mutating admission", () => admission.admit(record("DELETE", undefined, object)));
      await validate(record("DELETE", undefined, object));
    },
  };
}

/** Runs the chain for a CONNECT request with the options of the subresource (handlers.ConnectResource). */
export async function admitConnect(
  ctx: RequestContext,
  scope: ResourceScope,
  name: string,
  options: KubeObject,
): Promise<void> {
  const { admission, kind, resource, subresource, objects } = scope;
  const record = (): AttributesRecord =>
    new AttributesRecord(admissionRequest(ctx), {
      operation: "CONNECT",
      kind,
      resource,
      subresource,
      name,
      object: options,
      oldObject: undefined,
      objects,
    });
  await duringStage(ctx.trace, "mutating admission", () => admission.admit(record()));
  await duringStage(ctx.trace, "validating admission", () => admission.validate(record()));
}

/** The context of a request is what its plugins share. */
const admissionRequest = (ctx: RequestContext): AdmissionRequest => ctx;

const optionsKinds = {
  CREATE: "CreateOptions",
  UPDATE: "UpdateOptions",
  DELETE: "DeleteOptions",
  CONNECT: "ConnectOptions",
} as const;

/**
 * Returns the options of an operation with their kind and without empty members (e.g. handlers.patchToUpdateOptions).
 */
function operationOptions(operation: Operation, options: RequestOptions): OperationOptions {
  const { force: _, ...rest } = { force: undefined, ...options };
  const given = Object.entries(rest).filter(([, value]) => value !== undefined && value !== "");
  return { ...Object.fromEntries(given), kind: optionsKinds[operation], apiVersion: "meta.k8s.io/v1" };
}
