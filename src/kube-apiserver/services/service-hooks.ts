import type { Clock } from "../../apimachinery/clock.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { ResourceInfo } from "../../apiserver/registry/resource-definition.ts";
import type { StoreHooks } from "../../apiserver/registry/store-hooks.ts";
import { kubernetesName } from "./cluster-objects.ts";
import type { AllocationParts } from "./addresses-in-use.ts";
import type { ServiceAllocation } from "./service-allocation.ts";

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
  let opening: Promise<ServiceAllocation> | undefined;
  let cancel: (() => void) | undefined;
  const open = (): Promise<ServiceAllocation> => {
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
  const stopRepairing = parts.openRanges && repairRegularly(parts, async () => (await open()).repair());
  return {
    of: ({ group, resource }) => hooks[`${group}/${resource}`],
    forget: () => void (opening = undefined),
    close() {
      cancel?.();
      stopRepairing?.();
    },
  };
}

/** How often what several servers have allocated is repaired, as upstream. */
const repairEveryMs = 180_000;

/** Repairs over and over. What fails is tried again with the next repair. Returns a function that ends it. */
function repairRegularly({ clock, reportBug }: ServiceHookParts, repair: () => Promise<void>): () => void {
  let cancel: (() => void) | undefined;
  let closed = false;
  const wait = (): void => {
    if (!closed) cancel = clock.after(repairEveryMs, () => void repair().catch(reportBug).finally(wait));
  };
  wait();
  return () => {
    closed = true;
    cancel?.();
  };
}

const load = async (parts: AllocationParts): Promise<ServiceAllocation> =>
  (await import("./service-allocation.ts")).createServiceAllocation(parts);
