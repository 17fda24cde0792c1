import type { KubeObject } from "../../../apimachinery/meta.ts";
import { afterwards, type MaybeAsync } from "../../../component-base/maybe-async.ts";
import { duringStage } from "../../../component-base/trace.ts";
import type { AdmissionAttributes, Operation } from "../../admission/admission.ts";
import type { ValidateObject, ValidateObjectUpdate } from "../../registry/rest.ts";
import { keepValidManagedFields } from "../../managedfields/keep-valid-managed-fields.ts";
import { dedupOwnerReferences } from "../../registry/object-meta.ts";
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

/** Creates the admission steps for a request on a path. */
export function createAdmissionSteps(ctx: RequestContext, scope: ResourceScope, name: string): AdmissionSteps {
  const { kind, resource, subresource, admission } = scope;
  const attributes = (
    operation: Operation,
    object: KubeObject | undefined,
    oldObject: KubeObject | undefined,
  ): AdmissionAttributes => ({
    operation,
    kind,
    resource,
    subresource,
    namespace: ctx.namespace,
    name,
    object,
    oldObject,
    dryRun: ctx.dryRun,
    user: ctx.user,
  });
  const { trace } = ctx;
  const validate = (
    operation: Operation,
    object: KubeObject | undefined,
    oldObject: KubeObject | undefined,
  ): MaybeAsync<void> =>
    duringStage(trace, "validating admission", () => admission.validate(attributes(operation, object, oldObject)));
  return {
    admit(operation, object, oldObject) {
      trace?.end();
      return duringStage(trace, "mutating admission", () =>
        afterwards(admission.admit(attributes(operation, object, oldObject)), (admitted = object) =>
          dedupOwnerReferences(keepValidManagedFields(admitted, object, ctx), ctx, true),
        ),
      );
    },
    validateCreate: (object) => validate("CREATE", object, undefined),
    validateUpdate: (object, old) => validate("UPDATE", object, old),
    async validateDelete(object) {
      await duringStage(trace, "mutating admission", () => admission.admit(attributes("DELETE", undefined, object)));
      await validate("DELETE", undefined, object);
    },
  };
}
