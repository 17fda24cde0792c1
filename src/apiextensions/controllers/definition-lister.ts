import type { KubeObject } from "../../apimachinery/meta.ts";
import type { Storage, WatchEvent } from "../../apiserver/storage/interface.ts";
import { asDefinition, type Definition } from "../../apis/apiextensions/definition.ts";
import { everything } from "../../apiserver/storage/selection-predicate.ts";

/** Called when a definition changes; `definition` is undefined if it was deleted. */
export type DefinitionListener = (
  name: string,
  definition: Definition | undefined,
  old: Definition | undefined,
) => void;

/** An in-memory index of all committed definitions, complete on construction and kept up to date by a watch. */
export class DefinitionLister {
  readonly #storage: Storage<KubeObject>;
  readonly #prefix: string;
  readonly #definitions = new Map<string, Definition>();
  readonly #listeners = new Set<DefinitionListener>();

  /** Takes the storage of definitions and the prefix of their keys. */
  constructor(storage: Storage<KubeObject>, prefix: string) {
    this.#storage = storage;
    this.#prefix = prefix;
    this.#reload();
  }

  get(name: string): Definition | undefined {
    return this.#definitions.get(name);
  }

  all(): readonly Definition[] {
    return [...this.#definitions.values()];
  }

  listen(listener: DefinitionListener): void {
    this.#listeners.add(listener);
  }

  /** Watches the definitions until the signal is aborted. */
  async follow(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const options = {
        resourceVersion: String(this.#storage.revision),
        predicate: everything,
        allowWatchBookmarks: false,
        sendInitialEvents: false,
        timeoutMs: 0,
        signal,
      };
      const batches = await this.#storage.watch(this.#prefix, options);
      this.#reload();
      for await (const batch of batches) for (const event of batch) this.#apply(event);
    }
  }

  #apply(event: WatchEvent<KubeObject>): void {
    if (!("stored" in event)) return;
    const definition = asDefinition(event.stored.object);
    this.#set(definition.metadata.name ?? "", event.type === "DELETED" ? undefined : definition);
  }

  #reload(): void {
    const found = new Map(
      this.#storage.newest(this.#prefix).map(({ object }) => [object.metadata.name ?? "", asDefinition(object)]),
    );
    for (const name of this.#definitions.keys()) if (!found.has(name)) this.#set(name, undefined);
    for (const [name, definition] of found) this.#set(name, definition);
  }

  #set(name: string, definition: Definition | undefined): void {
    const old = this.#definitions.get(name);
    if (
      old?.metadata.resourceVersion === definition?.metadata.resourceVersion &&
      old?.metadata.uid === definition?.metadata.uid
    )
      return;
    if (definition === undefined) this.#definitions.delete(name);
    else this.#definitions.set(name, definition);
    for (const listener of this.#listeners) listener(name, definition, old);
  }
}
