import type { Clock } from "../apimachinery/clock.ts";
import type { GroupVersion, GroupVersionKind } from "../apimachinery/gvk.ts";
import type { KubeObject } from "../apimachinery/meta.ts";
import { compileCodec } from "../apiserver/codec/json/typed-codec.ts";
import type { ResourceScope } from "../apiserver/endpoints/resource-scope.ts";
import type { InstalledResource } from "../apiserver/endpoints/routes/resource-table.ts";
import type { RouteCustomResources } from "../apiserver/endpoints/routes/router.ts";
import { storageRoot } from "../apiserver/registry/keys.ts";
import { ObjectLister } from "../apiserver/registry/object-lister.ts";
import type { ResourceInfo } from "../apiserver/registry/resource-definition.ts";
import type { ResourceStore } from "../apiserver/registry/rest.ts";
import type { StrategyContext } from "../apiserver/registry/strategy.ts";
import type { ResourceStorage } from "../apiserver/storage/cacher/create-storage.ts";
import type { Storage, StorageCodec } from "../apiserver/storage/interface.ts";
import { asDefinition, isConditionTrue, type Definition } from "../apis/apiextensions/definition.ts";
import { cleanUpInstances, isCleaningUp } from "./controllers/crd-finalizer.ts";
import { createCustomResourceRoutes } from "./handler/custom-resource-routes.ts";
import { DefinitionController } from "./controllers/definition-controller.ts";
import { createDefinitionWriter } from "./controllers/definition-writer.ts";
import { DiscoveredResources } from "./controllers/discovery-controller.ts";
import { ServedKinds } from "./handler/crd-handler.ts";
import type { KindServices } from "./handler/crd-info.ts";

/** Dependencies of custom resource serving. */
export interface ApiExtensionsOptions extends KindServices {
  /** The installed resource of definitions, and its storage. */
  readonly definitions: InstalledResource;
  readonly definitionStorage: Storage<KubeObject>;
  openStorage(prefix: string, codec: StorageCodec<KubeObject>): ResourceStorage<KubeObject>;
  context(namespace: string): StrategyContext;
  /** The clock of the machine. */
  readonly clock: Clock;
  /** Called with unexpected errors. */
  reportBug(err: unknown): void;
}

/** Serves custom resources (apiextensions-apiserver). */
export interface ApiExtensions {
  readonly route: RouteCustomResources;
  /** Returns the custom resources for discovery; the same array until they change. */
  discovered(): readonly ResourceInfo[];
  /** Returns the scope of a custom resource of a kind; undefined if no established definition serves it. */
  findKind(kind: GroupVersionKind): Promise<ResourceScope | undefined>;
  /** Calls the listener with the group versions of a definition before and after each of its changes. */
  listen(listener: (touched: readonly GroupVersion[]) => void): void;
  /** Reports whether the definitions stored at the start have been synced. */
  hasSynced(): boolean;
  close(): void;
}

async function statusScope({ resource, open }: InstalledResource): Promise<ResourceScope> {
  const status = resource.subresources?.find(({ name }) => name === "status");
  if (status === undefined) throw new Error("definitions have no status");
  return (await open()).subresource(status);
}

const versionsOf = (definition: Definition | undefined): readonly GroupVersion[] =>
  (definition?.spec.versions ?? []).map(({ name }) => ({ group: definition?.spec.group ?? "", version: name }));

/** Serves the custom resources of all definitions, existing and future. */
export function createApiExtensions(options: ApiExtensionsOptions): ApiExtensions {
  const { types, context, reportBug } = options;
  const metaSchema = types.metaKind("ObjectMeta");
  if (metaSchema === undefined) throw new Error("no type for ObjectMeta");
  const closing = new AbortController();
  const lister = new ObjectLister(options.definitionStorage, storageRoot(options.definitions.resource), asDefinition);
  const kinds = new ServedKinds({
    ...options,
    objectMeta: compileCodec(metaSchema),
    isTerminating(name) {
      const definition = lister.get(name);
      return definition === undefined || isCleaningUp(definition) || isConditionTrue(definition, "Terminating");
    },
  });
  const writer = createDefinitionWriter(
    () => statusScope(options.definitions),
    () => context(""),
  );
  const instancesOf = async (definition: Parameters<ServedKinds["serve"]>[0]): Promise<ResourceStore> =>
    (await kinds.serve(definition)).instances;
  const discovered = new DiscoveredResources(lister.all());
  lister.listen((name, definition, old) => {
    discovered.update(name, definition);
    if (old !== undefined && old.metadata.uid !== definition?.metadata.uid) kinds.remove(old).catch(reportBug);
    else if (definition !== undefined) kinds.changed(definition).catch(reportBug);
  });
  const controller = new DefinitionController({
    lister,
    writer,
    report: reportBug,
    clock: options.clock,
    signal: closing.signal,
    cleanUp: (definition) =>
      cleanUpInstances(definition, { writer, instancesOf, context, clock: options.clock, signal: closing.signal }),
  });
  controller.start();
  lister.follow(closing.signal).catch(reportBug);
  return {
    route: createCustomResourceRoutes(lister, kinds),
    discovered: () => discovered.all(),
    listen: (listener) =>
      lister.listen((_name, definition, old) => listener([...versionsOf(definition), ...versionsOf(old)])),
    async findKind({ group, version, kind }) {
      const definition = lister
        .all()
        .find(({ spec, status }) => spec.group === group && status?.acceptedNames?.kind === kind);
      const serves = definition?.spec.versions?.some(({ name, served }) => name === version && served);
      if (definition === undefined || serves !== true || !isConditionTrue(definition, "Established")) return undefined;
      return (await kinds.serve(definition)).version(version)?.scope;
    },
    hasSynced: () => controller.hasSynced,
    close: () => closing.abort(),
  };
}
