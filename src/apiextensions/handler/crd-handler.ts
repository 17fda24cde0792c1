import type { KubeObject } from "../../apimachinery/meta.ts";
import type { TypedCodec } from "../../apiserver/codec/json/typed-codec.ts";
import type { ResourceScopes } from "../../apiserver/endpoints/routes/resource-table.ts";
import { storageRoot } from "../../apiserver/registry/keys.ts";
import type { ResourceStore } from "../../apiserver/registry/rest.ts";
import { selectorAttributes } from "../../apiserver/registry/selection.ts";
import type { ResourceStorage } from "../../apiserver/storage/cacher/create-storage.ts";
import type { StorageCodec } from "../../apiserver/storage/interface.ts";
import type { Definition } from "../../apis/apiextensions/definition.ts";
import type { MaybeAsync } from "../../component-base/maybe-async.ts";
import { customResourceDefinition, isDefinedAlike } from "./custom-definitions.ts";
import { storedCodec } from "./custom-resource-codec.ts";
import { createKindModel, type KindModel } from "./kind-model.ts";
import { installVersion, type KindServices } from "./crd-info.ts";
import { versionToolsFor, type VersionTools } from "../validation/version-tools.ts";

/** Dependencies of the served kinds. */
export interface ServedKindsOptions extends KindServices {
  /** Codec of meta/v1 ObjectMeta. */
  readonly objectMeta: TypedCodec;
  openStorage(prefix: string, codec: StorageCodec<KubeObject>): ResourceStorage<KubeObject>;
  /** Reports whether the definition of this name is terminating and its instances are being deleted. */
  isTerminating(name: string): boolean;
}

/** A custom resource kind as one state of its definition describes it. */
export interface ServedKind {
  /** Returns a served version of the kind, or undefined if the definition does not have it. */
  version(name: string): ResourceScopes | undefined;
  /** The store of all instances, in the storage version. */
  readonly instances: ResourceStore;
  /** Runs a request; the storage stays open until it completes. */
  run<T>(request: () => Promise<T>): Promise<T>;
}

/**
 * Custom resource kinds by the uid of their definition. A changed definition gets new handlers, while requests in
 * flight finish with the old ones.
 */
export class ServedKinds {
  readonly #options: ServedKindsOptions;
  readonly #kinds = new Map<string, KindSlot>();

  constructor(options: ServedKindsOptions) {
    this.#options = options;
  }

  /** Returns the kind for the current state of a definition. */
  serve(definition: Definition): MaybeAsync<ServedKind> {
    const { uid = "" } = definition.metadata;
    const slot = this.#kinds.get(uid) ?? new KindSlot(this.#options);
    this.#kinds.set(uid, slot);
    return slot.serve(definition);
  }

  /**
   * Ends the watches of a kind whose definition is now another one, though nobody asks for the kind
   * (updateCustomResourceDefinition).
   */
  async changed(definition: Definition): Promise<void> {
    await this.#kinds.get(definition.metadata.uid ?? "")?.changed(definition);
  }

  /** Closes the kind of a deleted definition: its watches and its storage. */
  async remove({ metadata: { uid = "" } }: Definition): Promise<void> {
    const slot = this.#kinds.get(uid);
    this.#kinds.delete(uid);
    await slot?.close();
  }
}

const selectablePaths = ({ spec }: Definition): string =>
  JSON.stringify((spec.versions ?? []).map((version) => version.selectableFields ?? []));

/** The kind of one definition, across changes of the definition. */
class KindSlot {
  readonly #options: ServedKindsOptions;
  #definition: Definition | undefined;
  /** Whether the definition has been another one since: the kind, whose watches have ended, is not served again. */
  #isOutdated = false;
  #storage: ResourceStorage<KubeObject> | undefined;
  #kind: LiveKind | undefined;
  #ready: Promise<LiveKind> | undefined;

  constructor(options: ServedKindsOptions) {
    this.#options = options;
  }

  serve(definition: Definition): MaybeAsync<ServedKind> {
    const old = this.#definition;
    if (old !== definition) {
      this.#definition = definition;
      if (old === undefined || this.#isOutdated || !isDefinedAlike(old, definition))
        this.#ready = this.#replace(old, definition, this.#ready);
    }
    if (this.#ready === undefined) throw new Error("a kind is neither served nor being made");
    return this.#kind ?? this.#ready;
  }

  async changed(definition: Definition): Promise<void> {
    if (this.#definition === undefined || isDefinedAlike(this.#definition, definition)) return;
    this.#isOutdated = true;
    (await this.#ready?.catch(() => undefined))?.endWatches();
  }

  async close(): Promise<void> {
    const kind = await this.#ready?.catch(() => undefined);
    await kind?.retire();
    await this.#storage?.close();
  }

  async #replace(
    old: Definition | undefined,
    definition: Definition,
    before: Promise<LiveKind> | undefined,
  ): Promise<LiveKind> {
    this.#kind = undefined;
    this.#isOutdated = false;
    const retired = (await before?.catch(() => undefined))?.retire();
    const model = createKindModel(definition, this.#options.objectMeta, this.#options);
    const tools = await versionToolsFor(definition);
    if (this.#storage !== undefined && old !== undefined && selectablePaths(old) !== selectablePaths(definition)) {
      await retired;
      await this.#storage.close();
      this.#storage = undefined;
    }
    const kind = new LiveKind({
      definition,
      model,
      tools,
      storage: (this.#storage ??= this.#open(definition, model)),
      options: this.#options,
    });
    if (this.#definition === definition) this.#kind = kind;
    return kind;
  }

  #open(definition: Definition, { storage }: KindModel): ResourceStorage<KubeObject> {
    const resource = customResourceDefinition(definition, storage.spec);
    return this.#options.openStorage(
      storageRoot(resource),
      storedCodec((object) => selectorAttributes(resource, object)),
    );
  }
}

interface LiveKindParts {
  readonly definition: Definition;
  readonly model: KindModel;
  readonly tools: VersionTools;
  readonly storage: ResourceStorage<KubeObject>;
  readonly options: ServedKindsOptions;
}

class LiveKind implements ServedKind {
  readonly #parts: LiveKindParts;
  readonly #retired = new AbortController();
  readonly #installed = new Map<string, ResourceScopes>();
  #running = 0;
  #idle: (() => void) | undefined;

  constructor(parts: LiveKindParts) {
    this.#parts = parts;
  }

  version(name: string): ResourceScopes | undefined {
    const known = this.#installed.get(name);
    if (known !== undefined) return known;
    const { definition, model, tools, storage, options } = this.#parts;
    const version = model.versions.get(name);
    if (version === undefined) return undefined;
    const terminating = (): boolean => options.isTerminating(definition.metadata.name ?? "");
    const installed = installVersion(
      { definition, model, tools, storage, retired: this.#retired.signal, terminating },
      version,
      options,
    );
    this.#installed.set(name, installed);
    return installed;
  }

  get instances(): ResourceStore {
    const installed = this.version(this.#parts.model.storage.name);
    if (installed === undefined) throw new Error("a kind has no version that is stored");
    return installed.scope.store;
  }

  async run<T>(request: () => Promise<T>): Promise<T> {
    this.#running++;
    try {
      return await request();
    } finally {
      if (--this.#running === 0) this.#idle?.();
    }
  }

  endWatches(): void {
    this.#retired.abort();
  }

  /** Ends the watches; resolves when the last request has completed. */
  retire(): Promise<void> {
    this.endWatches();
    return this.#running === 0 ? Promise.resolve() : new Promise((resolve) => (this.#idle = resolve));
  }
}
