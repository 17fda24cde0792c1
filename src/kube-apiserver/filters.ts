import { type FaultHook, withFaults } from "../apiserver/endpoints/faults/fault-hook.ts";
import { withAuthentication } from "../apiserver/endpoints/filters/with-authentication.ts";
import { withAuthorization } from "../apiserver/endpoints/filters/with-authorization.ts";
import { withCompression } from "../apiserver/endpoints/filters/with-compression.ts";
import { withErrorAnswers, type ReportBug } from "../apiserver/endpoints/filters/with-error-answers.ts";
import { withImpersonation } from "../apiserver/endpoints/filters/with-impersonation.ts";
import { withRequestInfo } from "../apiserver/endpoints/filters/with-request-info.ts";
import { withSerializers } from "../apiserver/endpoints/filters/with-serializers.ts";
import type { Filter } from "../apiserver/endpoints/handler.ts";
import type { AccessMetrics } from "../apiserver/endpoints/metrics/access-metrics.ts";
import type { FeatureGates } from "../component-base/features/feature-gates.ts";
import type { Operations } from "./operations.ts";
import type { ServerIdentity } from "./security/server-identity.ts";

/** The dependencies of the filters. */
export interface FilterParts {
  readonly gates: FeatureGates;
  readonly security: Pick<ServerIdentity, "authenticator" | "authorizer">;
  readonly operations: Pick<Operations, "outer" | "audit" | "inFlight">;
  readonly access: AccessMetrics;
  readonly faults: FaultHook;
  readonly reportBug: ReportBug;
  /** Refuses what may not be written yet. */
  readonly barrier?: Filter | undefined;
}

/** Creates the filters of all requests, outermost first (server.DefaultBuildHandlerChain). */
export const createFilters = ({
  gates,
  security,
  operations,
  access,
  faults,
  reportBug,
  barrier,
}: FilterParts): readonly Filter[] => [
  withSerializers,
  ...(gates.enabled("APIResponseCompression") ? [withCompression] : []),
  withErrorAnswers(reportBug),
  withRequestInfo,
  ...operations.outer,
  withAuthentication(security.authenticator, access),
  operations.audit,
  withImpersonation(security.authorizer),
  operations.inFlight,
  withAuthorization(security.authorizer, access),
  ...(barrier === undefined ? [] : [barrier]),
  withFaults(faults),
];
