import { newInvalid, newUnknownError } from "../../../apimachinery/errors.ts";
import { fieldPath, invalid, type FieldError } from "../../../apimachinery/field-error.ts";
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
 * The options of a deletion, of one object or of a collection: any body replaces those of the query altogether
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
  if (options.ignoreStoreReadErrorWithClusterBreakingPotential === true) refuseUnsafe(scope, name);
  noteDryRun(ctx, options.dryRun);
  return options;
}

/** An object that cannot be read may be deleted all the same; here all can be read (registry.corruptObjectDeleter). */
function refuseUnsafe({ resource: { group, resource } }: ResourceScope, name: string | undefined): never {
  const refusal = (detail: string): readonly FieldError[] => [
    invalid(fieldPath("ignoreStoreReadErrorWithClusterBreakingPotential"), true, detail),
  ];
  if (name === undefined)
    throw newInvalid(
      { group: defaults.group, kind: defaults.kind },
      "",
      refusal("is not allowed with DELETECOLLECTION, try again after removing the option"),
    );
  throw newInvalid(
    { group, kind: resource },
    name,
    refusal("is exclusively used to delete corrupt object(s), try again by removing this option"),
  );
}

/** What the feature gate AllowUnsafeMalformedObjectDeletion would allow counts as not said. */
function withoutUnsafe(options: DeleteOptions): DeleteOptions {
  if (options.ignoreStoreReadErrorWithClusterBreakingPotential === undefined) return options;
  const { ignoreStoreReadErrorWithClusterBreakingPotential: _, ...rest } = options;
  return rest;
}

/**
 * The kinds of meta/v1 as options are decoded with: those of a deletion say any group and version, and nothing else is
 * known.
 */
const optionsTypes = (types: TypeRegistry): TypeRegistry => ({
  byName: (name) => types.byName(name),
  metaKind: (kind) => types.metaKind(kind),
  kinds: () => types.kinds(),
  schemaOf: ({ group, version, kind }) =>
    kind === defaults.kind || (version === "v1" && (group === "" || group === defaults.group))
      ? types.metaKind(kind)
      : undefined,
});

/** A body that cannot be read is a 500, as upstream does not translate the decoder's error. */
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
