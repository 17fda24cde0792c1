import type { GroupVersionKind } from "../../apimachinery/gvk.ts";
import type { ObjectSchema } from "./schema.ts";

/** A kind and the canonical name of its type. */
export interface RegisteredKind extends GroupVersionKind {
  readonly type: string;
}

/** The built-in types by kind and by name; covers the types of runtime.Scheme. */
export interface TypeRegistry {
  /**
   * Returns the schema of a kind. Meta kinds (DeleteOptions...) are found in every group version that registers them.
   */
  schemaOf(gvk: GroupVersionKind): ObjectSchema | undefined;
  /** Looks up a type by its canonical name, such as `io.k8s.api.core.v1.Pod`. */
  byName(name: string): ObjectSchema | undefined;
  /** Looks up a meta/v1 kind: `Status`, `DeleteOptions`, `Table`, `ObjectMeta`. */
  metaKind(kind: string): ObjectSchema | undefined;
  /** All kinds registered in their own group version, without the meta kinds. */
  kinds(): readonly RegisteredKind[];
}
