import { newBadRequest, newInvalid } from "../../../apimachinery/errors.ts";
import type { FieldError } from "../../../apimachinery/field-error.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import type { RequestContext } from "../request-context.ts";

const metaGroup = "meta.k8s.io";

/** Options of a query; what cannot be read is a 400 in the decoder's words. */
export function readOptions<T>(decode: () => T): T {
  try {
    return decode();
  } catch (err) {
    throw newBadRequest(err instanceof Error ? err.message : String(err));
  }
}

/** Refuses options that are not valid (errors.NewInvalid of a meta.k8s.io kind). */
export function refuseInvalidOptions(kind: string, errors: readonly FieldError[]): void {
  if (errors.length > 0) throw newInvalid({ group: metaGroup, kind }, "", errors);
}

/** Remembers for the whole request whether it only pretends. */
export function noteDryRun(ctx: RequestContext, dryRun: readonly string[] | undefined): void {
  ctx.dryRun = dryRun !== undefined && dryRun.length > 0;
}

/** The name in the body must be the one in the path (handlers.checkName). */
export function checkName(object: KubeObject, name: string, namespace: string): void {
  const { name: given = "", namespace: givenNamespace = "" } = object.metadata;
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
