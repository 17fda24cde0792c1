import { messageOf } from "../../apimachinery/message-of.ts";
import { isRecord } from "../../apimachinery/is-record.ts";
import { textOf } from "../../apimachinery/text-of.ts";
import type { DefinitionCalls, SchemaCosts, WrittenVersion } from "../../client/definitions.ts";
import { fieldPath } from "../../apimachinery/field-error.ts";
import { compileCodec } from "../../apiserver/codec/json/typed-codec.ts";
import type { StrategyContext } from "../../apiserver/registry/strategy.ts";
import { expressionCostLimit, schemaCostLimit } from "../../apiserver/schema/cel/limits.ts";
import { loadRegexEngine, mayMatchPatterns } from "../../apiserver/schema/cel/load-regex-engine.ts";
import { ruleCosts } from "../../apiserver/schema/cel/rule-costs.ts";
import { newStructural } from "../../apiserver/schema/structural/new-structural.ts";
import type { TypeRegistry } from "../../apiserver/schema/type-registry.ts";
import type { Definition, Version } from "../../apis/apiextensions/definition.ts";
import { createKindModel } from "../handler/kind-model.ts";
import { versionToolsFor } from "../validation/version-tools.ts";
import { FixtureJudge } from "./fixture-judge.ts";
import { placeOfSchemaPath } from "./rule-places.ts";

export interface DefinitionCallsOptions {
  readonly types: TypeRegistry;
  context(namespace: string): StrategyContext;
}

/** Implements the Inspector's calls about definitions with the code that serves custom resources. */
export function createDefinitionCalls({ types, context }: DefinitionCallsOptions): DefinitionCalls {
  return {
    definitionCosts: async (written) => costsOf(versionOf(written)),
    async definitionVerdicts(written, fixtures) {
      const version = versionOf(written);
      const definition = definitionOf(written, version);
      const metaSchema = types.metaKind("ObjectMeta");
      if (metaSchema === undefined) throw new Error("no type for ObjectMeta");
      const model = inWords(() => createKindModel(definition, compileCodec(metaSchema), undefined));
      const judge = new FixtureJudge(model, await versionToolsFor(definition), context(""));
      return judge.judge(fixtures);
    },
  };
}

const isVersion = (value: unknown): value is Version => isRecord(value) && typeof value["name"] === "string";

/** Returns the named version of a definition that may be incomplete. */
function versionOf({ spec, version }: WrittenVersion): Version {
  const versions: unknown = isRecord(spec) ? spec["versions"] : undefined;
  const found = Array.isArray(versions) ? versions.filter(isVersion).find(({ name }) => name === version) : undefined;
  if (found === undefined) throw new Error(`the definition has no version ${version}`);
  if (!isRecord(found.schema?.openAPIV3Schema)) throw new Error(`version ${version} has no schema`);
  return { ...found, storage: true, served: true };
}

function definitionOf({ spec }: WrittenVersion, version: Version): Definition {
  const written = isRecord(spec) ? spec : {};
  const names = isRecord(written["names"]) ? written["names"] : {};
  const accepted = { kind: textOf(names["kind"]), plural: textOf(names["plural"]) };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: {},
    spec: { group: textOf(written["group"]), names: accepted, scope: textOf(written["scope"]), versions: [version] },
    status: { conditions: [], acceptedNames: accepted, storedVersions: [] },
  };
}

/** Wraps errors about an unusable schema in a readable message. */
function inWords<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw new Error(`the schema cannot be used: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

async function costsOf({ schema: props }: Version): Promise<SchemaCosts> {
  const written = props?.openAPIV3Schema ?? {};
  if (mayMatchPatterns(JSON.stringify(written))) await loadRegexEngine();
  const schema = inWords(() => newStructural(written));
  const rules = ruleCosts(schema, fieldPath("openAPIV3Schema")).map(({ path, ...cost }) => ({
    ...cost,
    ...placeOfSchemaPath(path),
  }));
  return {
    rules,
    ruleLimit: expressionCostLimit,
    schemaLimit: schemaCostLimit,
    share: rules.reduce((sum, rule) => sum + (rule.isLimited ? rule.shareOfSchemaLimit : 0), 0),
  };
}
