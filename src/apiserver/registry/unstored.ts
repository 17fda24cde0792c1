import type { KubeObject } from "../../apimachinery/meta.ts";
import type { SelectorAttributes } from "../storage/selection-predicate.ts";
import type { StorageCodec, Stored } from "../storage/interface.ts";

/** A result that is not persisted: of a dry run, or of an update that ended in a deletion. */
export class Unstored implements Stored<KubeObject> {
  readonly key: string;
  readonly revision = 0;
  readonly object: KubeObject;
  readonly #codec: StorageCodec<KubeObject>;

  constructor(codec: StorageCodec<KubeObject>, key: string, object: KubeObject) {
    this.key = key;
    this.object = object;
    this.#codec = codec;
  }

  get text(): string {
    return this.#codec.encode(this.object);
  }

  get attributes(): SelectorAttributes {
    return this.#codec.attributes(this.object);
  }
}
