import type { Clock } from "../apimachinery/clock.ts";
import type { ApiExtensions } from "../apiextensions/api-extensions.ts";
import { createLateDefinitionCalls } from "../apiextensions/inspection/late-definition-calls.ts";
import { createLateCelCalls } from "../apiserver/inspection/late-cel-calls.ts";
import type { BuiltinResource } from "../apiserver/registry/resource-definition.ts";
import type { StrategyContext } from "../apiserver/registry/strategy.ts";
import type { TypeRegistry } from "../apiserver/schema/type-registry.ts";
import type { CelCalls } from "../client/cel.ts";
import type { DefinitionCalls } from "../client/definitions.ts";
import type { PolicyCalls } from "../client/policies.ts";
import type { TraceRing } from "../component-base/trace-ring.ts";
import type { PluginServices } from "./plugin-services.ts";
import { createLatePolicyCalls } from "./policy-inspection/late-policy-calls.ts";
import type { KnownResources } from "./policy-status.ts";
import type { InstalledResources } from "./resources/installed-resources.ts";

/** The dependencies of the Inspector's calls about expressions, definitions and policies. */
export interface LateCallsOptions {
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

/** Creates the Inspector's calls about expressions, definitions and policies; their code is loaded on first use. */
export function createLateCalls(options: LateCallsOptions): CelCalls & DefinitionCalls & PolicyCalls {
  const { clock, types, served, extensions, context } = options;
  const kinds: KnownResources = { types, resources: () => [...served, ...extensions.discovered()] };
  return {
    ...createLateCelCalls({
      clock,
      async loadAuthorizer() {
        const [{ authorizeFor }, { userOf }] = await Promise.all([
          import("../apiserver/admission/policy/dispatch.ts"),
          import("./policy-inspection/thought-request.ts"),
        ]);
        return (user) => authorizeFor(options.plugins.authorizer, { user: userOf(user || undefined) });
      },
      schemaOf: async (kind) => (await import("./policy-status.ts")).knownKinds(kinds).schemaOf(kind),
    }),
    ...createLateDefinitionCalls({ types, context }),
    ...createLatePolicyCalls({ ...options, ...kinds, findCustom: (kind) => extensions.findKind(kind) }),
  };
}
