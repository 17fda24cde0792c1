import { messageOf } from "../../../apimachinery/message-of.ts";
import { newBadRequest } from "../../../apimachinery/errors.ts";
import { newInvalid } from "../../../apimachinery/invalid-error.ts";
import type { FieldError } from "../../../apimachinery/field-error.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import type { RequestContext } from "../request-context.ts";

const metaGroup = "meta.k8s.io";

/** Decodes query options; converts decoder errors to 400 errors. */
export function readOptions<T>(decode: () => T): T {
  try {
    return decode();
  } catch (err) {
    throw newBadRequest(messageOf(err));
  }
}

/** Throws a 422 error if options are invalid (errors.NewInvalid of a meta.k8s.io kind). */
export function refuseInvalidOptions(kind: string, errors: readonly FieldError[]): void {
  if (errors.length > 0) throw newInvalid({ group: metaGroup, kind }, "", errors);
}

/** Records in the request context whether the request is a dry run. */
export function noteDryRun(ctx: RequestContext, dryRun: readonly string[] | undefined): void {
  ctx.dryRun = dryRun !== undefined && dryRun.length > 0;
}

/** Checks that the name and namespace in the body match those in the path (handlers.checkName). */
export function checkName(object: KubeObject, name: string, namespace: string): void {
  // an applied custom resource may hold null
  const given = object.metadata.name ?? "";
  const givenNamespace = object.metadata.namespace ?? "";
  if (given === "")
    throw newBadRequest(`the name of the object (${name} based on URL) was undeterminable: name must be provided`);
  if (given !== name)
    throw newBadRequest(`the name of the object (${given}) does not match the name on the URL (${name})`);
  if (namespace !== "" && givenNamespace !== "" && givenNamespace !== namespace) {
    throw newBadRequest(
      `the namespace of the object (${givenNamespace}) does not match the namespace on the request (${namespace})`,
    );
  }
}
