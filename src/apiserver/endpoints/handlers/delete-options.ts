import { newUnknownError } from "../../../apimachinery/errors.ts";
import { decodeDeleteOptions, type DeleteOptions } from "../../../apimachinery/options.ts";
import { validateDeleteOptions } from "../../../apimachinery/validation/options.ts";
import { DocumentError, type DecodedDocument } from "../../codec/document.ts";
import { compileCodec } from "../../codec/json/typed-codec.ts";
import { documentDecoder } from "../../codec/request-decoder.ts";
import { readBody } from "../read-body.ts";
import type { RequestContext } from "../request-context.ts";
import type { ResourceScope } from "../resource-scope.ts";
import { noteDryRun, readOptions, refuseInvalidOptions } from "./input.ts";

const defaults = { group: "", version: "v1", kind: "DeleteOptions" };

/** The options of a deletion: any body replaces those of the query altogether (handlers.DeleteResource). */
export async function readDeleteOptions(ctx: RequestContext, scope: ResourceScope): Promise<DeleteOptions> {
  const body = await readBody(ctx.exchange.body);
  const options = body.byteLength > 0 ? decodeBody(ctx, scope, body) : readOptions(() => decodeDeleteOptions(ctx.query));
  refuseInvalidOptions("DeleteOptions", validateDeleteOptions(options));
  noteDryRun(ctx, options.dryRun);
  return options;
}

/** A body that cannot be read is a 500, as upstream does not translate the decoder's error. */
function decodeBody(ctx: RequestContext, { types }: ResourceScope, body: Uint8Array): DeleteOptions {
  const decode = documentDecoder(ctx.exchange.headers.get("Content-Type"), ctx.media.types);
  let document: DecodedDocument;
  try {
    document = decode(body, types, { defaults, strict: false });
  } catch (err) {
    throw err instanceof DocumentError ? newUnknownError(err.message) : err;
  }
  if (document.gvk.kind !== "DeleteOptions") throw newUnknownError("decoded object cannot be converted to DeleteOptions");
  const schema = types.schemaOf(document.gvk);
  if (schema !== undefined) ctx.audit?.requestObject({}, () => compileCodec(schema).encode(document.object));
  return document.object as unknown as DeleteOptions; // decoded by the schema of DeleteOptions
}
