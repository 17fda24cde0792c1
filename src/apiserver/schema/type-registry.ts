import type { GroupVersionKind } from "../../apimachinery/gvk.ts";
import type { ObjectSchema } from "./schema.ts";

/** A kind with the canonical name of its type. */
export interface RegisteredKind extends GroupVersionKind {
  readonly type: string;
}

/** The types that are built in, by kind and by name (runtime.Scheme as far as types go). */
export interface TypeRegistry {
  /** Kinds of meta/v1 (DeleteOptions, WatchEvent...) are found in the group versions which have them. */
  schemaOf(gvk: GroupVersionKind): ObjectSchema | undefined;
  /** By canonical name, `io.k8s.api.core.v1.Pod`. */
  byName(name: string): ObjectSchema | undefined;
  /** By kind of meta/v1: `Status`, `DeleteOptions`, `Table`, `ObjectMeta`. */
  metaKind(kind: string): ObjectSchema | undefined;
  /** Every kind registered under its own group version; meta kinds excepted. */
  kinds(): readonly RegisteredKind[];
}
