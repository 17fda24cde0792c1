import { isConflict, isInvalid, isNotFound } from "../../apimachinery/errors.ts";
import { encodeJson } from "../../apimachinery/json/encode.ts";
import { isObject, type JsonObject } from "../../apimachinery/json/value.ts";
import { messageOf } from "../../apimachinery/message-of.ts";
import {
  createThreeWayMergePatch,
  PatchConflict,
} from "../../apiserver/patch/strategic/create-three-way-merge-patch.ts";
import { StrategicPatchError } from "../../apiserver/patch/strategic/strategic-patch-error.ts";
import { sleep } from "../../component-base/sleep.ts";
import type { Invocation } from "../invocation.ts";
import { objectAt, textAt, withValueAt } from "../json-access.ts";
import { KubectlError } from "../kubectl-error.ts";
import { yamlOf } from "../output/print-json.ts";
import type { Info } from "../resource/info.ts";
import { pathOf } from "../resource/mapper.ts";
import { openApiOf, schemaOfKind, takesStrategicPatches } from "../resource/openapi.ts";
import type { Query } from "../rest/rest.ts";
import { lastApplied, lastConfiguration } from "../commands/apply/last-applied.ts";
import { withSource } from "../commands/write/write-options.ts";
import { createThreeWayJsonMergePatch } from "./json-three-way-patch.ts";
import { OpenApiPatchSchema } from "./openapi-patch-schema.ts";

/** How an object is patched to a configuration. */
export interface PatcherOptions {
  readonly query: Query;
  /** Deletes and creates the object where the patch is in conflict or invalid. */
  readonly force?: boolean;
  /** How the object is deleted then. */
  readonly deleteOptions?: JsonObject;
  readonly timeoutMs?: number;
  /** Without it, a patch must not change what others have changed since the last configuration. */
  readonly overwrites?: boolean;
  /** The revision that the patch is for. */
  readonly resourceVersion?: string;
}

/** What a patch came to: the patch as text, `{}` for none, and the object after it. */
export interface Patched {
  readonly patch: string;
  readonly object: JsonObject;
}

const maxRetries = 5;
const triesBeforeBackOff = 1;
const backOffMs = 1000;

/** Waits in the time of the session. */
export const pause = ({ session }: Invocation, ms: number): Promise<void> => sleep(session.clock, ms);

/** An error with the patch that it is about, for its message. */
export class PatchError extends Error {
  override readonly name = "PatchError";
  readonly patch: string;
  constructor(patch: string, cause: unknown) {
    super(messageOf(cause), { cause });
    this.patch = patch;
  }
}

/**
 * Patches an object to a configuration, again from its live state while that is in conflict (apply.Patcher). Throws a
 * PatchError.
 */
export async function patchObject(
  invocation: Invocation,
  info: Info,
  modified: JsonObject,
  options: PatcherOptions,
): Promise<Patched> {
  let current = info.object;
  for (let tries = 0; ; tries++) {
    if (tries > triesBeforeBackOff) await pause(invocation, backOffMs);
    if (tries > 0) current = await read(invocation, info);
    const { text, type } = await patchOf(invocation, info, modified, current, options).catch((error: unknown) => {
      throw withSource("patching", info.source, error);
    });
    if (text === "{}") return { patch: text, object: current };
    try {
      return { patch: text, object: await send(invocation, info, text, type, options) };
    } catch (error) {
      if (isConflict(error) && tries < maxRetries) continue;
      if ((isConflict(error) || isInvalid(error)) && options.force === true)
        return { patch: encodeJson(modified), object: await recreate(invocation, info, modified, current, options) };
      throw new PatchError(text, withSource("patching", info.source, error));
    }
  }
}

const read = ({ rest }: Invocation, { resource, namespace, name }: Info): Promise<JsonObject> =>
  rest.object({ method: "GET", path: pathOf(resource, namespace, name) });

const send = (
  { rest }: Invocation,
  { resource, namespace, name }: Info,
  body: string,
  type: string,
  { query }: PatcherOptions,
): Promise<JsonObject> =>
  rest.object({ method: "PATCH", path: pathOf(resource, namespace, name), query, body, contentType: type });

/** The patch for an object: a strategic one if its OpenAPI document says that the server takes it. */
async function patchOf(
  invocation: Invocation,
  { resource }: Info,
  modified: JsonObject,
  current: JsonObject,
  { resourceVersion, overwrites }: PatcherOptions,
): Promise<{ readonly text: string; readonly type: string }> {
  const original = lastConfiguration(current) ?? {};
  const document = await openApiOf(invocation, resource.group, resource.version);
  const schema = document === undefined ? undefined : schemaOfKind(document, resource);
  const strategic = document !== undefined && schema !== undefined && takesStrategicPatches(document, resource);
  const patch = strategic
    ? strategicPatch(
        invocation,
        { original, modified, current, overwrites },
        new OpenApiPatchSchema(schemasOf(document), schema),
      )
    : createThreeWayJsonMergePatch(original, modified, current);
  const isEmpty = Object.keys(patch).length === 0;
  const versioned =
    resourceVersion === undefined || isEmpty
      ? patch
      : withValueAt(patch, ["metadata", "resourceVersion"], resourceVersion);
  return { text: encodeJson(versioned), type: `application/${strategic ? "strategic-" : ""}merge-patch+json` };
}

const schemasOf = (document: JsonObject): JsonObject => objectAt(document, "components", "schemas");

/** What a patch is made of. */
interface ThreeWay {
  readonly original: JsonObject;
  readonly modified: JsonObject;
  readonly current: JsonObject;
  readonly overwrites: boolean | undefined;
}

function strategicPatch(
  { err }: Invocation,
  { original, modified, current, overwrites }: ThreeWay,
  schema: OpenApiPatchSchema,
): JsonObject {
  try {
    return createThreeWayMergePatch(original, modified, current, schema, overwrites);
  } catch (error) {
    if (!(error instanceof StrategicPatchError) && !(error instanceof PatchConflict)) throw error;
    const message = error instanceof PatchConflict ? conflictText(error) : error.message;
    for (const spec of ["openapi v3 spec", "openapi spec"])
      err(`warning: error calculating patch from ${spec}: ${message}\n`);
    const was = textAt(current, "metadata", "annotations", lastApplied);
    const [wanted, is] = [modified, current].map((each) => `${encodeJson(each)}\n`);
    throw new KubectlError(
      `creating patch with:\noriginal:\n${was}\nmodified:\n${wanted}\ncurrent:\n${is}\nfor: ${message}`,
    );
  }
}

/** What kubectl says of a patch that it must not send (mergepatch.NewErrConflict). */
const conflictText = ({ patch, changes }: PatchConflict): string =>
  `patch:\n${yamlOf(patch)}\nconflicts with changes made from original to current:\n${yamlOf(changes)}\n`;

/** Deletes an object, waits until it is gone, and creates it anew; or the old one again, if that is refused. */
async function recreate(
  invocation: Invocation,
  info: Info,
  modified: JsonObject,
  original: JsonObject,
  { query, deleteOptions, timeoutMs = 0 }: PatcherOptions,
): Promise<JsonObject> {
  const { rest, session } = invocation;
  const { resource, namespace, name } = info;
  await rest.object({ method: "DELETE", path: pathOf(resource, namespace, name), body: deleteOptions ?? {} });
  const end = session.clock.monotonic() + timeoutMs;
  while (!(await isGone(invocation, info))) {
    if (session.clock.monotonic() >= end) throw new KubectlError("context deadline exceeded");
    await pause(invocation, backOffMs);
  }
  const create = (body: JsonObject): Promise<JsonObject> =>
    rest.object({ method: "POST", path: pathOf(resource, namespace), query, body: unversioned(body) });
  try {
    return await create(modified);
  } catch (error) {
    try {
      return await create(original);
    } catch (again) {
      throw new KubectlError(
        `An error occurred force-replacing the existing object with the newly provided one:\n\n${messageOf(error)}.\n\nAdditionally, an error occurred attempting to restore the original object:\n\n${messageOf(again)}`,
      );
    }
  }
}

/** An object as it can be created: without a resourceVersion (resource.Helper.Create). */
export const unversioned = (object: JsonObject): JsonObject =>
  isObject(object["metadata"]) ? withValueAt(object, ["metadata", "resourceVersion"], undefined) : object;

async function isGone(invocation: Invocation, info: Info): Promise<boolean> {
  try {
    await read(invocation, info);
    return false;
  } catch (error) {
    if (isNotFound(error)) return true;
    throw error;
  }
}
