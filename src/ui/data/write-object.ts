import type { KubeObject, Status } from "../../apimachinery/meta.ts";
import { isRecord } from "../../apimachinery/is-record.ts";
import { agentFor, isKubeObject, readText, refusal, RefusedError, send, warningsOf } from "./send.ts";
import { withParameter } from "../kube/resource.ts";
import type { Page } from "../state/page.ts";

/** The result of a write. */
export interface Stored {
  readonly object: KubeObject;
  readonly warnings: readonly string[];
}

/** A rejected write with the server's warnings. */
export class RefusedWrite extends RefusedError {
  readonly warnings: readonly string[];
  constructor(status: Status, warnings: readonly string[]) {
    super(status);
    this.name = "RefusedWrite";
    this.warnings = warnings;
  }
}

export interface Write {
  readonly target: string;
  readonly manifest: unknown;
  /** The existing object, if the write is an update. */
  readonly live?: KubeObject | undefined;
  readonly dryRun: boolean;
  readonly signal?: AbortSignal;
}

/** Creates an object in a collection, or updates `live` if given. Throws RefusedWrite if the server rejects it. */
export async function write(page: Page, { target, manifest, live, dryRun, signal }: Write): Promise<Stored> {
  const path = live === undefined ? target : `${target}/${encodeURIComponent(live.metadata.name ?? "")}`;
  const body = JSON.stringify(live === undefined ? manifest : inPlaceOf(manifest, live));
  const reply = await send(page.handle, agentFor(dryRun), {
    method: live === undefined ? "POST" : "PUT",
    target: dryRun ? withParameter(path, "dryRun", "All") : path,
    headers: [["Content-Type", "application/json"]],
    body,
    ...(signal !== undefined && { signal }),
  });
  const text = await readText(reply.body);
  if (reply.status >= 300) throw new RefusedWrite(refusal(reply.status, text), warningsOf(reply.headers));
  const object: unknown = JSON.parse(text);
  if (!isKubeObject(object)) throw new Error("the server did not return an object");
  return { object, warnings: warningsOf(reply.headers) };
}

/** Sets the resourceVersion of the live object, which an update requires. */
function inPlaceOf(manifest: unknown, live: KubeObject): unknown {
  if (!isRecord(manifest)) return manifest;
  const metadata = isRecord(manifest["metadata"]) ? manifest["metadata"] : {};
  return { ...manifest, metadata: { ...metadata, resourceVersion: live.metadata.resourceVersion } };
}
