import type { KubeObject } from "../../../apimachinery/meta.ts";
import { afterwards, type MaybeAsync } from "../../../component-base/maybe-async.ts";
import { inSlices, rested } from "../../../component-base/work.ts";
import { convertedOr } from "../../../apimachinery/internal-conversion-error.ts";
import {
  cannotBeHandled,
  decodeRequest,
  requireGroupVersion,
  type DecodedRequest,
  type FieldValidation,
} from "../../codec/request-decoder.ts";
import type { RequestContext } from "../request-context.ts";
import { encodeObject, type ResourceScope } from "../resource-scope.ts";

/** Returns the field validation directive of a request, `Warn` by default (handlers.fieldValidation). */
export const fieldValidation = (directive: string | undefined): FieldValidation =>
  directive === "Ignore" || directive === "Strict" ? directive : "Warn";

/**
 * Decodes a body into an object of the path's kind and applies defaults. Unknown fields cause warnings or a 400 error,
 * depending on the directive.
 */
export function decodeInto(
  ctx: RequestContext,
  scope: ResourceScope,
  body: Uint8Array,
  directive: string | undefined,
): MaybeAsync<KubeObject> {
  ctx.trace?.stage("decoding");
  const request = {
    body,
    contentType: ctx.exchange.headers.get("Content-Type"),
    mediaTypes: ctx.media.types,
    kind: scope.kind,
    fieldValidation: fieldValidation(directive),
    undecodable: scope.undecodable,
    unstructured: scope.unstructured === true ? scope.codec : undefined,
    work: ctx.work,
  };
  const decoding = inSlices(ctx, () => decodeRequest(scope.types, request));
  return afterwards(rested(ctx, decoding), (decoded) => complete(ctx, scope, decoded));
}

function complete(ctx: RequestContext, scope: ResourceScope, decoded: DecodedRequest): MaybeAsync<KubeObject> {
  for (const warning of decoded.warnings) ctx.warn(warning);
  requireGroupVersion(decoded.gvk, scope);
  ctx.trace?.stage("defaulting");
  return afterwards(
    inSlices(ctx, () =>
      convertedOr(
        (message) => cannotBeHandled(message, decoded.gvk, scope.kind),
        () => scope.defaults(decoded.object),
      ),
    ),
    (object) => {
      ctx.trace?.end();
      ctx.audit?.requestObject(object.metadata, () => auditedText(ctx, scope, object));
      return object;
    },
  );
}

/** Returns the JSON of an object for the audit event. */
function auditedText({ audit }: RequestContext, scope: ResourceScope, object: KubeObject): string {
  if (audit?.decision.omitManagedFields !== true) return encodeObject(scope, object);
  const { managedFields: _, ...metadata } = object.metadata;
  return encodeObject(scope, { ...object, metadata });
}
