import type { KubeObject } from "../../apimachinery/meta.ts";
import { runningWork, type Pace } from "../../component-base/work.ts";
import type { SelectorAttributes } from "../storage/selection-predicate.ts";
import type { StorageCodec, Stored } from "../storage/interface.ts";
import { textForStorage } from "../storage/stored-text.ts";

/** A result that is not persisted: of a dry run, or of an update that ended in a deletion. */
export class Unstored implements Stored<KubeObject> {
  readonly key: string;
  readonly revision = 0;
  readonly object: KubeObject;
  readonly #codec: StorageCodec<KubeObject>;
  #text: string | undefined;

  constructor(codec: StorageCodec<KubeObject>, key: string, object: KubeObject, text?: string) {
    this.key = key;
    this.object = object;
    this.#codec = codec;
    this.#text = text;
  }

  get text(): string {
    return (this.#text ??= this.#codec.encode(this.object));
  }

  get attributes(): SelectorAttributes {
    return this.#codec.attributes(this.object);
  }
}

/** Returns such a result; the text of a large one is made with pauses. */
export async function unstored(
  codec: StorageCodec<KubeObject>,
  key: string,
  object: KubeObject,
  pace: Pace,
): Promise<Unstored> {
  const text = await pace(() => (runningWork() === undefined ? undefined : textForStorage(codec, object)));
  return new Unstored(codec, key, object, text);
}
