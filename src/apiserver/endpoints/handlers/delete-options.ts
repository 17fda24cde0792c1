import { newUnknownError } from "../../../apimachinery/errors.ts";
import { newInvalid } from "../../../apimachinery/invalid-error.ts";
import { fieldPath, invalid } from "../../../apimachinery/field-error.ts";
import { decodeDeleteOptions, type DeleteOptions } from "../../../apimachinery/options.ts";
import { validateDeleteOptions } from "../../../apimachinery/validation/options.ts";
import { DocumentError, type DecodedDocument } from "../../codec/document.ts";
import { compileCodec } from "../../codec/json/typed-codec.ts";
import { documentDecoder } from "../../codec/request-decoder.ts";
import type { TypeRegistry } from "../../schema/type-registry.ts";
import { readBody } from "./read-body.ts";
import type { RequestContext } from "../request-context.ts";
import type { ResourceScope } from "../resource-scope.ts";
import { noteDryRun, readOptions, refuseInvalidOptions } from "./input.ts";

const defaults = { group: "meta.k8s.io", version: "v1", kind: "DeleteOptions" };

/**
 * Returns the options of a delete or deletecollection request. A body replaces the query parameters entirely
 * (handlers.DeleteResource).
 */
export async function readDeleteOptions(
  ctx: RequestContext,
  scope: ResourceScope,
  name: string | undefined,
): Promise<DeleteOptions> {
  const body = await readBody(ctx);
  ctx.trace?.stage("decoding");
  const asked = body.byteLength > 0 ? decodeBody(ctx, scope, body) : readOptions(() => decodeDeleteOptions(ctx.query));
  const options = ctx.gates.enabled("AllowUnsafeMalformedObjectDeletion") ? asked : withoutUnsafe(asked);
  refuseInvalidOptions("DeleteOptions", validateDeleteOptions(options));
  if (name === undefined && isUnsafe(options)) refuseUnsafe();
  noteDryRun(ctx, options.dryRun);
  return options;
}

/** Reports whether the options ask to delete an object that cannot be decoded. */
export const isUnsafe = (options: DeleteOptions): boolean =>
  options.ignoreStoreReadErrorWithClusterBreakingPotential === true;

function refuseUnsafe(): never {
  const detail = "is not allowed with DELETECOLLECTION, try again after removing the option";
  throw newInvalid({ group: defaults.group, kind: defaults.kind }, "", [
    invalid(fieldPath("ignoreStoreReadErrorWithClusterBreakingPotential"), true, detail),
  ]);
}

/** Ignores the option for unsafe deletion if the feature gate AllowUnsafeMalformedObjectDeletion is disabled. */
function withoutUnsafe(options: DeleteOptions): DeleteOptions {
  if (options.ignoreStoreReadErrorWithClusterBreakingPotential === undefined) return options;
  const { ignoreStoreReadErrorWithClusterBreakingPotential: _, ...rest } = options;
  return rest;
}

/** Kinds of the scheme of options that are known in every group and version (Scheme.AddUnversionedTypes). */
const unversioned: ReadonlySet<string> = new Set([
  "APIGroup",
  "APIGroupList",
  "APIResourceList",
  "APIVersions",
  "CreateOptions",
  "Status",
  "UpdateOptions",
]);

/** The types for decoding options: DeleteOptions of any group and version, and the others of their scheme. */
const optionsTypes = (types: TypeRegistry): TypeRegistry => ({
  byName: (name) => types.byName(name),
  metaKind: (kind) => types.metaKind(kind),
  kinds: () => types.kinds(),
  schemaOf: ({ group, version, kind }) =>
    kind === defaults.kind || unversioned.has(kind) || (version === "v1" && group === defaults.group)
      ? types.metaKind(kind)
      : undefined,
});

/**
 * Decodes options from a body. An invalid body is a 500 error, because upstream does not translate the error of
 * the decoder.
 */
function decodeBody(ctx: RequestContext, { types }: ResourceScope, body: Uint8Array): DeleteOptions {
  const decode = documentDecoder(ctx.exchange.headers.get("Content-Type"), ctx.media.types);
  let document: DecodedDocument;
  try {
    document = decode(body, optionsTypes(types), { defaults, strict: false });
  } catch (err) {
    throw err instanceof DocumentError ? newUnknownError(err.message) : err;
  }
  const { kind } = document.gvk;
  if (kind !== defaults.kind)
    throw newUnknownError(`converting (v1.${kind}) to (v1.DeleteOptions): unknown conversion`);
  const schema = types.metaKind(kind);
  if (schema !== undefined) ctx.audit?.requestObject({}, () => compileCodec(schema).encode(document.object));
  return document.object as unknown as DeleteOptions; // decoded by the schema of DeleteOptions
}
