import type { KubeObject } from "../apimachinery/meta.ts";

/** Where objects are: a resource of any served version, in a namespace or, without one, everywhere. */
export interface Place {
  readonly group: string;
  readonly resource: string;
  readonly namespace?: string | undefined;
}

/** Selects objects of a list, in the syntax of queries. */
export interface Selection {
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  /** The most objects to read, as a number; all by default. */
  readonly limit?: string;
}

/** What a diagnosis reads besides its object: a client of a server, or given objects. */
export interface Surroundings {
  /** Reads an object; undefined if there is none. Throws where that cannot be told. */
  get(place: Place, name: string): Promise<KubeObject | undefined>;
  /** Lists objects; none where the resource is not served. Throws where that cannot be told. */
  list(place: Place, selection?: Selection): Promise<readonly KubeObject[]>;
  /** The time that ages are counted from, in milliseconds. */
  now(): number;
}
