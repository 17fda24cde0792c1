import { isRecord } from "../apimachinery/is-record.ts";
import type { KubeObject } from "../apimachinery/meta.ts";
import { kindOfResource } from "./known-kinds.ts";
import { itemsAt, textAt } from "./fields.ts";
import type { Place, Selection, Surroundings } from "./surroundings.ts";

/** How a server is asked. */
export interface Served {
  /** Sends a GET to a path with its query, and resolves with the answer's code and its decoded body. */
  readonly get: (target: string) => Promise<{ readonly code: number; readonly body: unknown }>;
  readonly now: () => number;
}

/** The versions to read built-in groups in, where that is not v1. */
const versions: Readonly<Record<string, string>> = { autoscaling: "v2" };

/** Surroundings that are read from a server. Versions of groups that are not built in are asked for once. */
export function servedSurroundings({ get, now }: Served): Surroundings {
  const asked = new Map<string, Promise<string | undefined>>();
  const discovered = async (group: string): Promise<string | undefined> => {
    const { code, body } = await get(`/apis/${group}`);
    return code === 200 ? textAt(body, "preferredVersion.version") : undefined;
  };
  const versionOf = async ({ group, resource }: Place): Promise<string | undefined> => {
    if (kindOfResource(group, resource) !== undefined) return versions[group] ?? "v1";
    const known = asked.get(group) ?? discovered(group);
    asked.set(group, known);
    return known;
  };
  const rootOf = async (place: Place): Promise<string | undefined> => {
    const version = await versionOf(place);
    if (version === undefined) return undefined;
    const within = place.namespace === undefined ? "" : `/namespaces/${encodeURIComponent(place.namespace)}`;
    const root = place.group === "" ? `/api/${version}` : `/apis/${place.group}/${version}`;
    return `${root}${within}/${place.resource}`;
  };
  const read = async (target: string): Promise<unknown> => {
    const { code, body } = await get(target);
    if (code === 404) return undefined;
    if (code !== 200) throw new Error(`${target} was answered with ${code}`);
    return body;
  };
  return {
    now,
    async get(place, name) {
      const root = await rootOf(place);
      const body = root === undefined ? undefined : await read(`${root}/${encodeURIComponent(name)}`);
      return isRecord(body) ? asObject(body) : undefined;
    },
    async list(place, selection = {}) {
      const root = await rootOf(place);
      const body = root === undefined ? undefined : await read(root + queryOf(selection));
      const typeMeta = { apiVersion: textAt(body, "apiVersion"), kind: textAt(body, "kind").replace(/List$/, "") };
      return itemsAt(body, "items").map((item) => asObject({ ...typeMeta, ...item }));
    },
  };
}

/** A member of a decoded answer as an object; a server answers with objects that have metadata. */
const asObject = (body: Readonly<Record<string, unknown>>): KubeObject => body as unknown as KubeObject;

function queryOf({ labelSelector = "", fieldSelector = "", limit = "" }: Selection): string {
  const pairs = Object.entries({ labelSelector, fieldSelector, limit }).filter(([, value]) => value !== "");
  return pairs.length === 0 ? "" : `?${pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&")}`;
}
