import type { SharedEntry } from "../../apiserver/storage/shared/shared-database.ts";
import type { StoredValues } from "../../kube-apiserver/storage/stored-values.ts";

/** A version of a key as etcd has it. Its text is made when it is first read. */
export class EtcdEntry implements SharedEntry {
  readonly key: string;
  readonly revision: number;
  readonly value: Uint8Array;
  readonly #values: StoredValues;
  #text: string | undefined;

  constructor(key: string, revision: number, value: Uint8Array, values: StoredValues) {
    this.key = key;
    this.revision = revision;
    this.value = value;
    this.#values = values;
  }

  get size(): number {
    return this.value.length;
  }

  get isSound(): boolean {
    return this.#values.isSound?.(this.key, this.value) === true;
  }

  /** The text; throws if the value cannot be decoded. */
  get text(): string {
    return (this.#text ??= this.#values.decode(this.key, this.value, this.revision));
  }
}
