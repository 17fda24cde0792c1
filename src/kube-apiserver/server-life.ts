import type { ApiExtensions } from "../apiextensions/api-extensions.ts";
import type { Store } from "../apiserver/storage/mvcc/store.ts";
import type { HealthCheck } from "../apiserver/endpoints/routes/health.ts";
import { createHealthChecks } from "./health-checks.ts";
import type { ApiServerOptions, ServerSettings } from "./options.ts";

/** How far a server has come between its start and its end. */
export interface ServerLife {
  bootstrapped: boolean;
  shuttingDown: boolean;
}

/** The health checks of a server. */
export const checksOf = (
  { clock, livezGracePeriodMs = 0 }: ApiServerOptions,
  { gates }: ServerSettings,
  { life, store, extensions }: { readonly life: ServerLife; readonly store: Store; readonly extensions: ApiExtensions },
): readonly HealthCheck[] =>
  createHealthChecks({
    store,
    clock,
    gates,
    livezGraceMs: livezGracePeriodMs,
    bootstrapped: () => life.bootstrapped,
    definitionsSynced: () => extensions.hasSynced(),
    shuttingDown: () => life.shuttingDown,
  });

/** Closes the parts sequentially. */
export async function closeAll(parts: readonly { close(): void | Promise<void> }[]): Promise<void> {
  for (const part of parts) await part.close();
}
