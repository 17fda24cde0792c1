import type { Clock } from "../../apimachinery/clock.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { ResourceInfo } from "../../apiserver/registry/resource-definition.ts";
import type { StoreHooks } from "../../apiserver/registry/store-hooks.ts";
import { kubernetesName } from "./cluster-objects.ts";
import type { AllocationParts } from "./addresses-in-use.ts";

/** How long the objects of the server itself are missed before they are created again, as upstream. */
const restoreAfterMs = 10_000;

/** The dependencies of the hooks. */
export interface ServiceHookParts extends AllocationParts {
  readonly clock: Clock;
  /** Creates the objects that the server has of itself, where they are missing. */
  restore(): Promise<void>;
  reportBug(error: unknown): void;
}

/** The hooks of Services and of what is allocated for them. */
export interface ServiceHooks {
  /** Returns the hooks of a resource; undefined for most. */
  of(definition: ResourceInfo): StoreHooks | undefined;
  /** Reads again what is in use, since the objects have been replaced. */
  forget(): void;
  close(): void;
}

/** Creates the hooks. Allocation is loaded with the first write of a Service. */
export function createServiceHooks(parts: ServiceHookParts): ServiceHooks {
  let opening: Promise<Required<StoreHooks>> | undefined;
  let cancel: (() => void) | undefined;
  const open = (): Promise<Required<StoreHooks>> => {
    opening ??= load(parts);
    opening.catch(() => (opening = undefined));
    return opening;
  };
  const restoreLater = ({ metadata }: KubeObject): void => {
    if (metadata.name !== kubernetesName) return;
    cancel?.();
    cancel = parts.clock.after(restoreAfterMs, () => void parts.restore().catch(parts.reportBug));
  };
  const services: StoreHooks = {
    beginCreate: async (service, ctx) => (await open()).beginCreate(service, ctx),
    beginUpdate: async (service, old, ctx) => (await open()).beginUpdate(service, old, ctx),
    async afterDelete(service) {
      await (await open()).afterDelete(service);
      if (service.metadata.namespace === "default") restoreLater(service);
    },
  };
  // It does not wait for the allocation, whose repair deletes addresses.
  const ipaddresses: StoreHooks = {
    afterDelete: async (address) => (await import("./addresses-in-use.ts")).keepAddress(parts, address),
  };
  const servicecidrs: StoreHooks = { afterDelete: async (object) => restoreLater(object) };
  const hooks: Readonly<Record<string, StoreHooks>> = {
    "/services": services,
    "networking.k8s.io/ipaddresses": ipaddresses,
    "networking.k8s.io/servicecidrs": servicecidrs,
  };
  return {
    of: ({ group, resource }) => hooks[`${group}/${resource}`],
    forget: () => void (opening = undefined),
    close: () => cancel?.(),
  };
}

const load = async (parts: AllocationParts): Promise<Required<StoreHooks>> =>
  (await import("./service-allocation.ts")).createServiceAllocation(parts);
