import { expect, test } from "vitest";
import { printChecked } from "../../src/cel/checker/print.ts";
import { CompileError } from "../../src/cel/env/env.ts";
import { isForUnchecked, reasonToLeaveOut } from "./left-out.ts";
import { withoutLiteralRules } from "./run-simple-test.ts";
import { conformanceSections, parserTests, type SimpleTest } from "./simple-test.ts";

/**
 * Numbers of different types compare in Kubernetes' environment, which adds overloads, and `%d` takes no doubles there.
 */
const dependsOnOptions = ({ expr }: SimpleTest): boolean =>
  /[<>]/.test(expr) || expr.startsWith('"%d".format([double(');

const plain = (tree: string): string => tree.replace(/\s+/g, "").replace(/__result__/g, "@result");

test("the checker finds the types and overloads that cel-go's finds", () => {
  const applying = conformanceSections().flatMap(({ tests }) =>
    tests.filter((simple) => reasonToLeaveOut(simple) === undefined),
  );
  const checked = applying.filter(
    (simple) =>
      simple.checkedAst !== undefined &&
      simple.original["typeEnv"] === undefined &&
      !isForUnchecked(simple) &&
      !dependsOnOptions(simple),
  );
  const trees = checked.map(({ name, expr }) => [name, plain(printChecked(withoutLiteralRules.compile(expr)))]);
  expect(trees).toEqual(checked.map(({ name, checkedAst }) => [name, plain(checkedAst ?? "")]));
  expect(checked).toHaveLength(1006);
});

function messageOf(expr: string): string | undefined {
  try {
    withoutLiteralRules.compile(expr);
    return undefined;
  } catch (error) {
    if (error instanceof CompileError) return error.message;
    throw error;
  }
}

/** Parsers with other limits or syntax than Kubernetes' made these errors. */
const ofOtherParsers = /exceeded|unsupported syntax/;
/** Kubernetes has no existsOne of one variable. */
const ofOtherMacros = /^\[\]\.existsOne\(/;

test("syntax errors are told in the words and at the places of cel-go", () => {
  const wrong = parserTests().filter(
    ({ expr, error }) => error !== undefined && !ofOtherParsers.test(error) && !ofOtherMacros.test(expr),
  );
  expect(wrong.map(({ expr }) => messageOf(expr))).toEqual(
    wrong.map(({ error }) => error?.replaceAll("ERROR: :", "ERROR: <input>:")),
  );
  expect(wrong).toHaveLength(125);
});
