import type { KubeObject } from "../../../apimachinery/meta.ts";
import { agentFor, isKubeObject, readText, refusal, RefusedError, send, warningsOf } from "../../data/send.ts";
import { mergePatchBetween } from "../../data/merge-patch.ts";
import { asNew, targetOf, withParameter, type ObjectPath } from "../../kube/resource.ts";
import type { Page } from "../../state/page.ts";
import { tellError } from "../../state/tell-error.ts";

/** How an edit is saved: as an update of the whole object, or as a merge patch with the changes. */
export type SaveMode = "update" | "merge";

export interface Written {
  readonly object: KubeObject;
  readonly warnings: readonly string[];
  /** The submitted object. */
  readonly sent: unknown;
}

interface Write {
  readonly method: string;
  readonly path: ObjectPath;
  readonly type?: string;
  readonly body: unknown;
  readonly dryRun?: boolean;
  readonly signal?: AbortSignal | undefined;
}

async function write(
  page: Page,
  { method, path, type = "application/json", body, dryRun = false, signal }: Write,
): Promise<Written> {
  const target = withParameter(targetOf(path), "dryRun", dryRun ? "All" : undefined);
  const call = { method, target, headers: [["Content-Type", type]] as const, body: JSON.stringify(body) };
  const reply = await send(page.handle, agentFor(dryRun), signal === undefined ? call : { ...call, signal });
  const text = await readText(reply.body);
  if (reply.status >= 300) throw new RefusedError(refusal(reply.status, text));
  const object: unknown = JSON.parse(text);
  if (!isKubeObject(object)) throw new Error("the server did not return an object");
  return { object, warnings: warningsOf(reply.headers), sent: body };
}

export interface Save {
  readonly path: ObjectPath;
  readonly mode: SaveMode;
  /** The object that the edit started from. */
  readonly base: KubeObject;
  readonly edited: unknown;
  readonly dryRun: boolean;
  readonly signal?: AbortSignal;
}

/** Saves an edited object, or dry-runs it. */
export function save(page: Page, { path, mode, base, edited, dryRun, signal }: Save): Promise<Written> {
  if (mode === "update") return write(page, { method: "PUT", path, body: edited, dryRun, signal });
  const body = mergePatchBetween(withoutManagers(base), edited) ?? {};
  return write(page, { method: "PATCH", path, type: "application/merge-patch+json", body, dryRun, signal });
}

/** Removes the managed fields. They are not edited, and the server maintains its own. */
export function withoutManagers(object: KubeObject): KubeObject {
  const { managedFields: _managed, ...metadata } = object.metadata;
  return { ...object, metadata };
}

/** Creates an object in its collection. */
export const create = (
  page: Page,
  path: ObjectPath,
  object: unknown,
  dryRun: boolean,
  signal?: AbortSignal,
): Promise<Written> =>
  write(page, { method: "POST", path: { ...path, name: undefined }, body: object, dryRun, signal });

/** Creates a new object from an earlier revision. */
export const restore = (page: Page, path: ObjectPath, object: KubeObject): Promise<Written> =>
  create(page, path, asNew(object), false);

/** Resets an existing object to an earlier revision, with an update of its latest resourceVersion. */
export const restoreOnto = (page: Page, path: ObjectPath, earlier: KubeObject, live: KubeObject): Promise<Written> => {
  const edited = {
    ...earlier,
    metadata: {
      ...withoutManagers(earlier).metadata,
      uid: live.metadata.uid,
      resourceVersion: live.metadata.resourceVersion,
    },
  };
  return write(page, { method: "PUT", path, body: edited });
};

/** Deletes an object that cannot be decoded (ignoreStoreReadErrorWithClusterBreakingPotential). */
export async function removeUnreadable(page: Page, path: ObjectPath): Promise<void> {
  const options = { kind: "DeleteOptions", apiVersion: "v1", ignoreStoreReadErrorWithClusterBreakingPotential: true };
  const reply = await send(page.handle, agentFor(false), {
    method: "DELETE",
    target: targetOf(path),
    headers: [["Content-Type", "application/json"]],
    body: JSON.stringify(options),
  });
  if (reply.status >= 300) throw new RefusedError(refusal(reply.status, await readText(reply.body)));
}

/** Runs a write and reports the result in a toast. Returns undefined if the write failed. */
export async function withToast<T>(
  page: Page,
  work: Promise<T>,
  success: (result: T) => string,
): Promise<T | undefined> {
  try {
    const result = await work;
    page.toasts.add({ description: success(result) });
    return result;
  } catch (error) {
    tellError(page, error);
    return undefined;
  }
}
