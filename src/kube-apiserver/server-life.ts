import type { ApiExtensions } from "../apiextensions/api-extensions.ts";
import type { HealthCheck } from "../apiserver/endpoints/routes/health.ts";
import { createHealthChecks } from "./health-checks.ts";
import type { StorageVersionRegistration } from "./storage-versions/storage-version-registration.ts";
import type { Aggregation } from "../kube-aggregator/aggregation.ts";
import type { OpenedStores } from "./storage/storages.ts";
import type { ApiServerOptions, ServerSettings } from "./options.ts";

/** How far a server has come between its start and its end. */
export interface ServerLife {
  bootstrapped: boolean;
  shuttingDown: boolean;
}

/** The parts of a server whose health is checked. */
interface CheckedParts {
  readonly life: ServerLife;
  readonly stores: OpenedStores;
  readonly extensions: Pick<ApiExtensions, "hasSynced">;
  readonly aggregation: Pick<Aggregation, "missing">;
  readonly storageVersions: Pick<StorageVersionRegistration, "completed"> | undefined;
}

/** The health checks of a server. */
export const checksOf = (
  { clock, livezGracePeriodMs = 0 }: ApiServerOptions,
  { gates }: ServerSettings,
  { life, stores, extensions, aggregation, storageVersions }: CheckedParts,
): readonly HealthCheck[] =>
  createHealthChecks({
    store: stores.store,
    otherStores: stores.others.map(({ store }) => store),
    clock,
    gates,
    livezGraceMs: livezGracePeriodMs,
    bootstrapped: () => life.bootstrapped,
    definitionsSynced: () => extensions.hasSynced(),
    storageVersionsTold: () => storageVersions?.completed ?? true,
    missingApiServices: () => aggregation.missing(),
    shuttingDown: () => life.shuttingDown,
  });

/** Closes the parts sequentially. */
export async function closeAll(parts: readonly { close(): void | Promise<void> }[]): Promise<void> {
  for (const part of parts) await part.close();
}
