import { isConflict, isUnsupportedMediaType } from "../../../apimachinery/errors.ts";
import { encodeUntyped } from "../../../component-base/long-texts.ts";
import { overTurns } from "../../../component-base/work.ts";
import type { JsonObject, JsonValue } from "../../../apimachinery/json/value.ts";
import { messageOf } from "../../../apimachinery/message-of.ts";
import type { Invocation } from "../../invocation.ts";
import { textAt } from "../../json-access.ts";
import { KubectlError } from "../../kubectl-error.ts";
import { ownersOf, upgradePatch } from "../../patch/csa-upgrade.ts";
import type { Info } from "../../resource/info.ts";
import { groupVersion, pathOf } from "../../resource/mapper.ts";
import type { Query } from "../../rest/rest.ts";
import { type Note, warnIfDeleting } from "./apply-note.ts";
import { lastApplied } from "./last-applied.ts";
import { writeQuery } from "../write/write-options.ts";

const conflictAdvice = `
Please review the fields above--they currently have other managers. Here
are the ways you can resolve this warning:
* If you intend to manage all of these fields, please re-run the apply
  command with the \`--force-conflicts\` flag.
* If you do not intend to manage all of the fields, please edit your
  manifest to remove references to the fields that should keep their
  current managers.
* You may co-own fields by updating your manifest to match the existing
  value; in this case, you'll become the manager if the other manager(s)
  stop managing the field (remove it from their configuration).
See https://kubernetes.io/docs/reference/using-api/server-side-apply/#conflicts`;

/** The manager of server-side apply, which takes over what client-side apply owned. */
const defaultManager = "kubectl";
const annotationManager = "kubectl-last-applied";
const annotationPath = ["metadata", "annotations", lastApplied].map((name) => ({ kind: "field", name }) as const);
const maxRetries = 5;

/** The field manager of apply: that of the flag, or one for each kind of apply (apply.GetApplyFieldManagerFlag). */
export const applyManager = ({ flags }: Invocation): string =>
  flags.changed("field-manager") || !flags.bool("server-side") ? flags.text("field-manager") : defaultManager;

interface ServerSide {
  readonly invocation: Invocation;
  readonly info: Info;
  readonly manager: string;
  readonly query: Query;
}

/** Applies an object by the server, and moves what client-side apply owned to it. Throws what requests throw. */
export async function applyServerSide(invocation: Invocation, info: Info, note: Note): Promise<void> {
  const { flags } = invocation;
  const manager = applyManager(invocation);
  const side: ServerSide = { invocation, info, manager, query: writeQuery(flags, manager) };
  const applied = await sendConfiguration(side);
  const migrated = await migrate(side, applied);
  warnIfDeleting(invocation, migrated);
  note(migrated, "serverside-applied");
}

async function sendConfiguration(side: ServerSide): Promise<JsonObject> {
  const { info, query, invocation } = side;
  const force = invocation.flags.bool("force-conflicts") ? "true" : "false";
  try {
    return await patch(side, { ...query, force }, info.object, "apply-patch+yaml");
  } catch (error) {
    if (isUnsupportedMediaType(error))
      throw new KubectlError(`Server-side apply not available on the server: (${messageOf(error)})`);
    throw isConflict(error) ? new KubectlError(messageOf(error) + conflictAdvice) : error;
  }
}

async function patch(
  { invocation, info }: ServerSide,
  query: Query,
  body: JsonValue,
  type: string,
): Promise<JsonObject> {
  return invocation.rest.object({
    method: "PATCH",
    path: pathOf(info.resource, info.namespace, info.name, invocation.flags.text("subresource")),
    query,
    contentType: `application/${type}`,
    body: await overTurns(true, () => encodeUntyped(body)), // the object may be large
  });
}

/** Moves the fields of client-side apply to this manager; what goes wrong is a warning. */
async function migrate(side: ServerSide, applied: JsonObject): Promise<JsonObject> {
  const { err } = side.invocation;
  const warn = (what: string, error: unknown): void =>
    err(`Warning: ${what}. This is non-fatal and will be retried next time you apply. Error: ${messageOf(error)}\n`);
  let object: JsonObject;
  try {
    object = await saveAnnotation(side, applied);
  } catch (error) {
    warn(`failed to migrate ${lastApplied} for Server-Side Apply`, error);
    return applied;
  }
  let moved: JsonObject | undefined;
  try {
    moved = await moveFields(side, object);
  } catch (error) {
    warn("server rejected managed fields migration to Server-Side Apply", error);
    return object;
  }
  if (moved === undefined) return object;
  try {
    return await sendConfiguration(side);
  } catch (error) {
    warn("failed to re-apply configuration after performing Server-Side Apply migration", error);
    return moved;
  }
}

/** Gives the annotation of client-side apply a manager of its own, so that this apply does not drop it. */
async function saveAnnotation(side: ServerSide, object: JsonObject): Promise<JsonObject> {
  const { info, manager, invocation } = side;
  const annotation = textAt(object, "metadata", "annotations", lastApplied);
  if (manager !== defaultManager || annotation === "") return object;
  if (ownersOf(object, "Apply", annotationPath).length > 0) return object;
  const { resource, name, namespace } = info;
  const metadata = { annotations: { [lastApplied]: annotation }, name, ...(namespace !== "" && { namespace }) };
  const body = { apiVersion: groupVersion(resource), kind: resource.kind, metadata };
  return patch(side, writeQuery(invocation.flags, annotationManager), body, "apply-patch+yaml");
}

/** Moves the fields of client-side managers; undefined if there are none. Tries again while others write. */
async function moveFields(side: ServerSide, object: JsonObject): Promise<JsonObject | undefined> {
  const { info, manager, query, invocation } = side;
  const managers = new Set(ownersOf(object, "Update", annotationPath).map((entry) => textAt(entry, "manager")));
  let current = object;
  for (let tries = 1; ; tries++) {
    const body = upgradePatch(current, managers, manager);
    if (body === undefined) return undefined;
    try {
      return await patch(side, query, body, "json-patch+json");
    } catch (error) {
      if (!isConflict(error) || tries === maxRetries) throw error;
      current = await invocation.rest.object({
        method: "GET",
        path: pathOf(info.resource, info.namespace, info.name),
      });
    }
  }
}
