import { isAlreadyExists, isConflict, isNotFound } from "../apimachinery/errors.ts";
import type { KubeObject } from "../apimachinery/meta.ts";
import { updateManagedFields } from "../apiserver/managedfields/field-manager.ts";
import type { ResourceScope } from "../apiserver/endpoints/resource-scope.ts";
import type { InstalledResource } from "../apiserver/endpoints/routes/resource-table.ts";
import type { StrategyContext } from "../apiserver/registry/strategy.ts";
import { ignore } from "../component-base/ignore.ts";
import { asApiService, type ApiService } from "./api-service.ts";

/** The field manager of the server's own writes: the name of its binary upstream. */
const managerName = "kube-apiserver";

/**
 * Writes APIServices for the controllers of the server. A write to an object that has gone, or that another client has
 * written first, is given up: the change comes back through a watch.
 */
export interface ApiServiceWriter {
  create(service: KubeObject): Promise<void>;
  /** Stores the result of `change` on the live spec. */
  updateSpec(service: ApiService, spec: unknown): Promise<void>;
  /** Stores the result of `change` on the live object, if it is defined. */
  updateStatus(
    service: ApiService,
    change: (live: ApiService, now: string) => ApiService | undefined,
  ): Promise<ApiService | undefined>;
  delete(service: ApiService): Promise<void>;
}

/** Aborts an update that changes nothing. */
class Unchanged extends Error {}

/** Creates the writer; takes the installed resource of APIServices, and the context of the server's own requests. */
export function createApiServiceWriter(installed: InstalledResource, context: () => StrategyContext): ApiServiceWriter {
  const scopeOf = async (): Promise<ResourceScope> => (await installed.open()).scope;
  const statusScope = async (): Promise<ResourceScope> => {
    const status = installed.resource.subresources?.find(({ name }) => name === "status");
    if (status === undefined) throw new Error("APIServices have no status");
    return (await installed.open()).subresource(status);
  };
  const update = async (
    scope: Promise<ResourceScope>,
    { metadata: { name = "", uid } }: ApiService,
    change: (live: KubeObject, now: string) => KubeObject | undefined,
  ): Promise<KubeObject | undefined> => {
    const { store, strategy, fieldManager } = await scope;
    const ctx = context();
    const updatedObject = (live: KubeObject | undefined): KubeObject => {
      const changed = live === undefined || live.metadata.uid !== uid ? undefined : change(live, ctx.now);
      if (live === undefined || changed === undefined) throw new Unchanged();
      return updateManagedFields(fieldManager, live, changed, managerName, ctx.now);
    };
    const request = { info: { updatedObject }, strategy, validateCreate: ignore, validateUpdate: ignore };
    try {
      return (await store.update(ctx, name, { ...request, forceAllowCreate: false })).stored.object;
    } catch (error) {
      if (error instanceof Unchanged || isNotFound(error) || isConflict(error)) return undefined;
      throw error;
    }
  };
  return {
    async create(service) {
      const { store, fieldManager, kind } = await scopeOf();
      const ctx = context();
      const typed = { ...service, apiVersion: `${kind.group}/${kind.version}`, kind: kind.kind };
      const object = updateManagedFields(fieldManager, fieldManager.emptyObject, typed, managerName, ctx.now);
      await store.create(ctx, object, ignore).catch((error: unknown) => {
        if (!isAlreadyExists(error)) throw error;
      });
    },
    async updateSpec(service, spec) {
      await update(scopeOf(), service, (live) => ({ ...live, spec }));
    },
    async updateStatus(service, change) {
      const changed = await update(
        statusScope(),
        service,
        (live, now) => change(asApiService(live), now) as unknown as KubeObject | undefined,
      );
      return changed === undefined ? undefined : asApiService(changed);
    },
    async delete({ metadata: { name = "", uid = "" } }) {
      const { store } = await scopeOf();
      await store.delete(context(), name, { preconditions: { uid } }, ignore).catch((error: unknown) => {
        if (!isNotFound(error) && !isConflict(error)) throw error;
      });
    },
  };
}
