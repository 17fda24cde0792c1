import type { Answered, EventType, WatchEvent } from "./history.ts";
import type { Response } from "./api-server.ts";
import type { Data, Version } from "./object-model.ts";

/** An object as JSON, with what the load reads of it. */
export interface WireObject {
  readonly metadata: {
    readonly name: string;
    readonly uid: string;
    readonly resourceVersion: string;
    readonly annotations?: Data;
  };
  readonly data?: Data;
  readonly spec?: LeaseSpec & {
    readonly clusterIPs?: readonly string[];
    readonly ports?: readonly { readonly nodePort?: number }[];
  };
}

interface LeaseSpec {
  readonly holderIdentity?: string;
  readonly leaseDurationSeconds?: number;
  readonly acquireTime?: string;
  readonly renewTime?: string;
}

/** A kind of objects that are watched. */
export interface Watched {
  readonly path: string;
  dataOf(object: WireObject): Data;
}

/** A kind of objects that the load writes. */
export interface Collection extends Watched {
  /** Whether the data are annotations, not the entries of a ConfigMap. */
  readonly inAnnotations: boolean;
  /** The object with a name and data, with a uid and resourceVersion if it is to be updated. */
  object(name: string, data: Data, expected?: { readonly uid: string; readonly revision: number }): unknown;
}

const expectedMetadata = (expected: { readonly uid: string; readonly revision: number } | undefined): object =>
  expected === undefined ? {} : { uid: expected.uid, resourceVersion: String(expected.revision) };

export const configMaps: Collection = {
  path: "/api/v1/namespaces/default/configmaps",
  inAnnotations: false,
  dataOf: ({ data = {} }) => data,
  object: (name, data, expected) => ({ metadata: { name, ...expectedMetadata(expected) }, data }),
};

/** Services that get an address and a port on nodes. */
export const services: Collection = {
  path: "/api/v1/namespaces/default/services",
  inAnnotations: true,
  dataOf: ({ metadata: { annotations = {} } }) => annotations,
  object: (name, annotations) => ({
    metadata: { name, annotations },
    spec: { type: "NodePort", selector: { app: name }, ports: [{ port: 80 }] },
  }),
};

/** The Leases by which leaders are elected, and by which servers tell of themselves. */
export const leases: Watched = {
  path: "/apis/coordination.k8s.io/v1/namespaces/kube-system/leases",
  dataOf: ({ spec = {} }) => ({
    holder: spec.holderIdentity ?? "",
    seconds: String(spec.leaseDurationSeconds ?? 0),
    acquired: spec.acquireTime ?? "",
    renewed: spec.renewTime ?? "",
  }),
};

/** The key of an object in histories: its path. */
export const keyOf = ({ path }: Watched, name: string): string => `${path}/${name}`;

export const versionOf = (watched: Watched, object: WireObject): Version => ({
  uid: object.metadata.uid,
  revision: Number(object.metadata.resourceVersion),
  data: watched.dataOf(object),
});

/** Reads the event of a watch. Throws an Error for one of the type ERROR. */
export function eventOf(collection: Watched, line: string): WatchEvent | { readonly bookmark: number } {
  const { type, object } = JSON.parse(line) as { readonly type: string; readonly object: WireObject };
  if (type === "BOOKMARK") return { bookmark: Number(object.metadata.resourceVersion) };
  if (!isEventType(type)) throw new Error(line);
  const held = heldBy(object);
  const event = { type, key: keyOf(collection, object.metadata.name), version: versionOf(collection, object) };
  return held.length === 0 ? event : { ...event, held };
}

/** The addresses and ports that a Service has. */
const heldBy = ({ spec: { clusterIPs = [], ports = [] } = {} }: WireObject): readonly string[] => [
  ...clusterIPs,
  ...ports.flatMap(({ nodePort }) => (nodePort === undefined ? [] : [`port ${nodePort}`])),
];

const isEventType = (type: string): type is EventType => type === "ADDED" || type === "MODIFIED" || type === "DELETED";

interface WireStatus {
  readonly kind: string;
  readonly reason?: string;
  readonly details?: { readonly uid?: string };
}

/** Too many requests, and ranges of addresses or ports that are full. */
const refusals: ReadonlySet<number> = new Set([422, 429]);

/**
 * What an answer says of a request for an object. Errors of the server leave open whether the request took effect;
 * refusals say that it did not. Throws an Error for any other error.
 */
export function answeredOf(collection: Collection, response: Response, isDelete: boolean): Answered {
  if (response.is !== "answer") return response.is;
  const { status } = response;
  if (status >= 500) return "unknown";
  const body = response.body as WireObject & WireStatus; // as the API says
  if (status === 404) return { is: "missing" };
  if (status === 409) return { is: body.reason === "AlreadyExists" ? "exists" : "conflict" };
  if (refusals.has(status)) return "refused";
  if (status >= 300) throw new Error(`status ${status}: ${JSON.stringify(response.body)}`);
  if (!isDelete) return { is: "object", version: versionOf(collection, body) };
  return { is: "deleted", uid: body.kind === "Status" ? body.details?.uid : body.metadata.uid };
}
