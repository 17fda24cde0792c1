import type { Clock } from "../apimachinery/clock.ts";
import type { ApiExtensions } from "../apiextensions/api-extensions.ts";
import type { BuiltinResource } from "../apiserver/registry/resource-definition.ts";
import type { StrategyContext } from "../apiserver/registry/strategy.ts";
import type { Store } from "../apiserver/storage/mvcc/store.ts";
import type { TypeRegistry } from "../apiserver/schema/type-registry.ts";
import { celCallsThrough, type CelCalls } from "../client/cel.ts";
import { definitionCallsThrough, type DefinitionCalls } from "../client/definitions.ts";
import type { HistoryCalls } from "../client/history.ts";
import { policyCallsThrough, type PolicyCalls } from "../client/policies.ts";
import type { WriteAuthors } from "../component-base/write-authors.ts";
import type { TraceRing } from "../component-base/trace-ring.ts";
import type { PluginServices } from "./plugin-services.ts";
import type { KnownResources } from "./policy-status.ts";
import type { InstalledResources } from "./resources/installed-resources.ts";

/** The dependencies of the Inspector's calls about expressions, definitions and policies. */
export interface InspectorCallsOptions {
  readonly store: Pick<Store, "past" | "revision" | "compactedRevision" | "compact">;
  readonly authors: WriteAuthors;
  readonly clock: Clock;
  readonly types: TypeRegistry;
  readonly traces: TraceRing;
  readonly plugins: PluginServices;
  /** The built-in resources of the release, those that are installed, and those that are served. */
  readonly known: readonly BuiltinResource[];
  readonly installed: InstalledResources;
  readonly served: readonly BuiltinResource[];
  readonly extensions: Pick<ApiExtensions, "discovered" | "findKind">;
  context(namespace: string): StrategyContext;
}

/** The calls of the Inspector whose code is loaded on first use. */
export type LoadedCalls = CelCalls & DefinitionCalls & PolicyCalls & HistoryCalls;

/** Creates the Inspector's calls about expressions, definitions, policies and the past. */
export function createInspectorCalls(options: InspectorCallsOptions): LoadedCalls {
  const { store, authors, types, served, extensions, context } = options;
  const kinds: KnownResources = { types, resources: () => [...served, ...extensions.discovered()] };
  const cel = onFirstUse(() => createCelCallsOf(options, kinds));
  const definitions = onFirstUse(async () => {
    const { createDefinitionCalls } = await import("../apiextensions/inspection/definition-calls.ts");
    return createDefinitionCalls({ types, context });
  });
  const policies = onFirstUse(async () => {
    const { createPolicyCalls } = await import("./policy-inspection/policy-calls.ts");
    return createPolicyCalls({ ...options, ...kinds, findCustom: (kind) => extensions.findKind(kind) });
  });
  return {
    ...celCallsThrough(async (call) => call(await cel())),
    ...definitionCallsThrough(async (call) => call(await definitions())),
    ...policyCallsThrough(async (call) => call(await policies())),
    async revisions(query) {
      const { readRevisions } = await import("./revision-line.ts");
      return readRevisions({ store, authors, resources: kinds.resources }, query);
    },
    async compact(revision) {
      if (revision !== undefined && !Number.isSafeInteger(revision))
        throw new RangeError("a revision is a whole number");
      await store.compact(revision);
      return store.compactedRevision;
    },
  };
}

async function createCelCallsOf({ clock, plugins }: InspectorCallsOptions, kinds: KnownResources): Promise<CelCalls> {
  const { createCelCalls } = await import("../apiserver/inspection/cel-calls.ts");
  return createCelCalls({
    clock,
    async loadAuthorizer() {
      const [{ authorizeFor }, { userOf }] = await Promise.all([
        import("../apiserver/admission/policy/dispatch.ts"),
        import("./policy-inspection/hypothetical-request.ts"),
      ]);
      return (user) => authorizeFor(plugins.authorizer, { user: userOf(user || undefined) });
    },
    schemaOf: async (kind) => (await import("./policy-status.ts")).knownKinds(kinds).schemaOf(kind),
  });
}

/** Returns a function that creates a value when it is first called. */
function onFirstUse<T>(create: () => Promise<T>): () => Promise<T> {
  let created: Promise<T> | undefined;
  return () => (created ??= create());
}
