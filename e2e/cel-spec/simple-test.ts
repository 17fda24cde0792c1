import { tests } from "@bufbuild/cel-spec/testdata/conformance.js";
import { tests as parsing } from "@bufbuild/cel-spec/testdata/parsing.js";
import { isObject, type JsonObject, type JsonValue } from "../../src/apimachinery/json/value.ts";

/** A test of the specification. */
export interface SimpleTest {
  /** `section/group/name`. */
  readonly name: string;
  readonly expr: string;
  /** The test as written in the data. */
  readonly original: JsonObject;
  /** The types and overloads cel-go's checker finds; undefined where there are none. */
  readonly checkedAst: string | undefined;
  /** What cel-go says where it refuses the expression. */
  readonly error: string | undefined;
}

interface Suite {
  readonly name: string;
  readonly suites?: readonly Suite[];
  readonly tests?: readonly {
    readonly original: { readonly name?: string; readonly expr: string };
    readonly checkedAst?: string;
    readonly error?: string;
  }[];
}

function* testsOf({ name, suites = [], tests: own = [] }: Suite, path: readonly string[]): Iterable<SimpleTest> {
  const here = [...path, name];
  for (const { original, checkedAst, error } of own)
    yield {
      name: [...here, original.name ?? original.expr].join("/"),
      expr: original.expr,
      original: original as JsonObject,
      checkedAst,
      error,
    };
  for (const suite of suites) yield* testsOf(suite, here);
}

/** The tests of cel-go's parser. */
export const parserTests = (): readonly SimpleTest[] => [...testsOf(parsing, [])];

/** All tests of the conformance suite, by section. */
export function conformanceSections(): readonly { readonly section: string; readonly tests: readonly SimpleTest[] }[] {
  return (tests.suites ?? []).map((suite) => ({ section: suite.name, tests: [...testsOf(suite, [])] }));
}

/** A member of an object; undefined for anything else. */
export const member = (json: JsonValue | undefined, name: string): JsonValue | undefined =>
  isObject(json) ? json[name] : undefined;

/** The elements of a list; none if it is not there. */
export const elements = (json: JsonValue | undefined): readonly JsonValue[] => (Array.isArray(json) ? json : []);

/** A text; empty if it is not there. */
export const text = (json: JsonValue | undefined): string => (typeof json === "string" ? json : "");
