import { pushAll } from "../apimachinery/long-lists.ts";
import { isRecord } from "../apimachinery/is-record.ts";
import { groupBy } from "../apimachinery/group-by.ts";
import { decodeJson } from "../apimachinery/json/decode.ts";
import { encodeJson } from "../apimachinery/json/encode.ts";
import type { JsonObject } from "../apimachinery/json/value.ts";
import { asJson, asKubeObject, type KubeObject } from "../apimachinery/meta.ts";
import { Client, isGone, type ClientOptions } from "../client/client.ts";
import { discover, findResource, type ServedResource } from "../client/discovery.ts";
import { followSignal } from "../client/follow-signal.ts";
import { groupKindOf, identityOf, ownerUids, withoutServerFields } from "./server-fields.ts";

/**
 * Returns the earlier states of objects that the server still keeps, oldest first. `objects` are as `listObjects`
 * returns them, and `compacted` is the server's compacted revision.
 */
export async function collectHistory(
  options: ClientOptions,
  objects: readonly KubeObject[],
  compacted: number,
  signal: AbortSignal,
): Promise<readonly KubeObject[]> {
  const client = new Client(options);
  const { resources } = await discover(client, signal);
  const states: KubeObject[] = [];
  for (const of of groupBy(objects, groupKindOf).values()) {
    const [first] = of;
    const resource = first && findResource(resources, first);
    if (resource !== undefined) pushAll(states, await statesOf(client, resource, of, compacted, signal));
  }
  const uids = ownerUids(objects);
  const shared = (object: KubeObject): KubeObject => withoutServerFields(object, uids);
  const ordered = states.toSorted((a, b) => revisionOf(a) - revisionOf(b)).map(shared);
  return withoutRepeats(ordered, objects.map(shared));
}

/** Leaves out states that differ from the next one of their object in fields of the server only. */
function withoutRepeats(states: readonly KubeObject[], last: readonly KubeObject[]): readonly KubeObject[] {
  const next = new Map(last.map((object) => [identityOf(object), encodeJson(asJson(object))]));
  const kept = states.toReversed().filter((state) => {
    const [id, text] = [identityOf(state), encodeJson(asJson(state))];
    if (next.get(id) === text) return false;
    next.set(id, text);
    return true;
  });
  return kept.toReversed();
}

const revisionOf = ({ metadata }: KubeObject): number => Number(metadata.resourceVersion);

/** Watches a kind from the compacted revision until the present state of each of its objects has been reported. */
async function statesOf(
  client: Client,
  resource: ServedResource,
  objects: readonly KubeObject[],
  compacted: number,
  signal: AbortSignal,
): Promise<readonly KubeObject[]> {
  const waiting = new Map(
    objects
      .filter((object) => revisionOf(object) > compacted)
      .map((object) => [object.metadata.uid ?? "", revisionOf(object)]),
  );
  const states: KubeObject[] = [];
  if (waiting.size === 0) return states;
  const stop = followSignal(signal);
  try {
    const parameters = { resourceVersion: String(Math.max(1, compacted)) };
    for await (const lines of client.watchLines(resource, parameters, stop.signal)) {
      pushAll(
        states,
        lines.flatMap(stateOf).filter((state) => isEarlier(state, waiting)),
      );
      if (waiting.size === 0) return states;
    }
  } catch (error) {
    if (!isGone(error)) throw error; // compacted meanwhile: only newer states are left
  } finally {
    stop.abort();
  }
  return states;
}

/** Reports whether a state is an earlier one of an object that is waited for, and stops waiting at its last one. */
function isEarlier(state: KubeObject, waiting: Map<string, number>): boolean {
  const uid = state.metadata.uid ?? "";
  const last = waiting.get(uid);
  if (last === undefined) return false;
  if (revisionOf(state) < last) return true;
  waiting.delete(uid);
  return false;
}

function stateOf(line: string): readonly KubeObject[] {
  const event = decodeJson(line);
  return isRecord(event) && isRecord(event["object"]) && event["type"] !== "ERROR"
    ? [asKubeObject(event["object"] as JsonObject)]
    : [];
}
