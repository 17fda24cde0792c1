import type { Clock } from "../../apimachinery/clock.ts";
import { groupVersionOf, type GroupVersionKind } from "../../apimachinery/gvk.ts";
import type { Authorize } from "../../cel/library/authorizer.ts";
import type { CelCalls, CelKind, CelPolicy, CelRequest } from "../../client/cel.ts";
import { advise } from "./bound-advice.ts";
import { complete } from "./completion.ts";
import { hover } from "./hover.ts";
import { describeCompiled, describeIssues, examine } from "./lab-check.ts";
import { explainOnce, runAll } from "./lab-run.ts";
import type { DeclType } from "../schema/cel/decl-type.ts";
import { selfTypeName } from "../schema/cel/rule-environments.ts";
import { schemaDeclType } from "../schema/cel/schema-decl-type.ts";
import type { Schema } from "../schema/schema.ts";
import type { TypedRequest } from "./lab-scope.ts";
import { loadRegexEngine, mayMatchPatterns } from "../schema/cel/load-regex-engine.ts";

/** The dependencies of the CEL calls. */
export interface CelCallsOptions {
  readonly clock: Clock;
  /** Returns the schema of a kind that the server serves, built in or custom. */
  schemaOf(kind: GroupVersionKind): Promise<Schema | undefined>;
  /** Returns how the server decides what a user may do. */
  loadAuthorizer(): Promise<(user: string) => Authorize>;
}

const policyOf = ({ scope }: CelRequest): CelPolicy | undefined =>
  scope.kind === "admission" ? scope.policy : undefined;

/** The Inspector's CEL calls, on the engine that the server's own expressions use. */
export function createCelCalls({ clock, schemaOf, loadAuthorizer }: CelCallsOptions): CelCalls {
  const ready = async <T, R extends CelRequest>(request: R, answer: (ready: R) => T): Promise<T> => {
    const texts = [request.expression, ...(policyOf(request)?.variables ?? []).map(({ expression }) => expression)];
    if (texts.some(mayMatchPatterns)) await loadRegexEngine();
    return answer(request);
  };
  const typeOf = async (kind: CelKind | undefined, name: string): Promise<DeclType | undefined> => {
    const schema = kind && (await schemaOf({ ...groupVersionOf(kind.apiVersion), kind: kind.kind }));
    return schema && schemaDeclType(schema, `${selfTypeName}${name}`, true);
  };
  /** Adds the types of a policy's objects. Admission itself evaluates without them. */
  const typed = async (request: CelRequest): Promise<TypedRequest> => {
    const policy = policyOf(request);
    if (policy === undefined) return request;
    const [object, params] = await Promise.all([typeOf(policy.object, "Object"), typeOf(policy.params, "Params")]);
    return { ...request, types: { object, params } };
  };
  /** Adds the authorizer that expressions of a policy can ask. */
  const authorizing = async (request: CelRequest): Promise<TypedRequest> =>
    policyOf(request) === undefined ? request : { ...request, authorizeAs: await loadAuthorizer() };
  return {
    celCheck: async (request) =>
      ready(await typed(request), (given) => {
        const { compiled, issues } = examine(given);
        return compiled === undefined ? describeIssues(issues) : describeCompiled(compiled);
      }),
    celComplete: async (request, offset) => ready(await typed(request), (given) => complete(given, offset)),
    celHover: async (request, offset) => ready(await typed(request), (given) => hover(given, offset)),
    celExplain: async (request, inputs) =>
      ready(await authorizing(request), (given) => explainOnce(given, inputs, clock)),
    celRun: async (request, inputs) => ready(await authorizing(request), (given) => runAll(given, inputs, clock)),
    celAdvise: (request) => ready(request, () => advise(request)),
  };
}
