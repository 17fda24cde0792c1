import type { KubeObject } from "../../../apimachinery/meta.ts";
import { afterwards, type MaybeAsync } from "../../../component-base/maybe-async.ts";
import type { AdmissionAttributes, Operation } from "../../admission/admission.ts";
import type { ValidateObject, ValidateObjectUpdate } from "../../registry/rest.ts";
import { keepValidManagedFields } from "../../managedfields/keep-valid-managed-fields.ts";
import { dedupOwnerReferences } from "../../registry/object-meta.ts";
import type { RequestContext } from "../request-context.ts";
import type { ResourceScope } from "../resource-scope.ts";

/** Admission bound to one request: what the handlers call at their steps. */
export interface AdmissionSteps {
  /** Mutating admission, and owner references without duplicates after it. */
  admit(operation: Operation, object: KubeObject, oldObject: KubeObject | undefined): MaybeAsync<KubeObject>;
  readonly validateCreate: ValidateObject;
  readonly validateUpdate: ValidateObjectUpdate;
  readonly validateDelete: ValidateObject;
}

/** Admission for one request on one path. */
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
  return {
    admit(operation, object, oldObject) {
      ctx.trace?.stage("admission");
      return afterwards(admission.admit(attributes(operation, object, oldObject)), (admitted = object) => {
        const complete = dedupOwnerReferences(keepValidManagedFields(admitted, object, ctx), ctx, true);
        ctx.trace?.stage("storage");
        return complete;
      });
    },
    validateCreate: (object) => admission.validate(attributes("CREATE", object, undefined)),
    validateUpdate: (object, old) => admission.validate(attributes("UPDATE", object, old)),
    async validateDelete(object) {
      await admission.admit(attributes("DELETE", undefined, object));
      await admission.validate(attributes("DELETE", undefined, object));
    },
  };
}
