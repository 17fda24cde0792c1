import { describe, expect, test } from "vitest";
import { isForUnchecked, listedNames, reasonToLeaveOut } from "./left-out.ts";
import { kubernetes, runSimpleTest, withoutLiteralRules } from "./run-simple-test.ts";
import { conformanceSections, type SimpleTest } from "./simple-test.ts";

const sections = conformanceSections();
const all = sections.flatMap(({ tests }) => tests);
const applying = all.filter((simple) => reasonToLeaveOut(simple) === undefined);
const isRefused = (simple: SimpleTest): boolean => runSimpleTest(kubernetes, simple).kind === "refused";

/** Tests whose literals Kubernetes refuses run in the same environment without that rule. */
function outcomeOf(simple: SimpleTest): unknown {
  const outcome = runSimpleTest(kubernetes, simple);
  return outcome.kind === "refused" && / expected type '.*' but found '/.test(outcome.message)
    ? runSimpleTest(withoutLiteralRules, simple)
    : outcome;
}

describe.each(sections.filter(({ tests }) => tests.some((simple) => reasonToLeaveOut(simple) === undefined)))(
  "$section",
  ({ tests }) => {
    test("answers as the specification says", () => {
      const checked = tests.filter((simple) => reasonToLeaveOut(simple) === undefined && !isForUnchecked(simple));
      expect(checked.map((simple) => [simple.name, simple.expr, outcomeOf(simple)])).toEqual(
        checked.map(({ name, expr }) => [name, expr, { kind: "passed" }]),
      );
    });
  },
);

test("tests of evaluation without a check parse, and the check refuses them", () => {
  const unchecked = applying.filter(isForUnchecked);
  const outcomes = unchecked.map((simple) => runSimpleTest(withoutLiteralRules, simple));
  expect(outcomes.filter((outcome) => outcome.kind !== "refused" || outcome.message.includes("Syntax error"))).toEqual(
    [],
  );
  expect(unchecked).toHaveLength(28);
});

test("what is left out is counted", () => {
  const reasons = all.flatMap((simple) => reasonToLeaveOut(simple) ?? []);
  const counts = Object.fromEntries(
    [...new Set(reasons)].map((reason) => [reason, reasons.filter((other) => other === reason).length]),
  );
  expect({
    all: all.length,
    applying: applying.length,
    withoutLiteralRules: applying.filter((simple) => !isForUnchecked(simple) && isRefused(simple)).length,
  }).toEqual({ all: 2344, applying: 1447, withoutLiteralRules: 46 });
  expect(counts).toEqual({
    "cel.bind is not in Kubernetes' environment": 5,
    "cel.block is not in Kubernetes' environment": 37,
    "there are no protobuf messages in Kubernetes' environment": 466,
    "Kubernetes' environment has no container": 16,
    "base64 is not in Kubernetes' environment": 4,
    "there are no enums in Kubernetes' environment": 85,
    "constants are folded when the program is made, where a bad key fails at once": 2,
    "names in backticks are not in Kubernetes' environment": 34,
    "of equal keys in a map literal the last one counts": 2,
    "math is not in Kubernetes' environment": 199,
    "looking for a field in something without fields finds nothing, which is no error (EnableErrorOnBadPresenceTest is off)": 2,
    "there are no protobuf extensions in Kubernetes' environment": 18,
    "version 2 of the strings library formats by locale: exponents as powers of ten, infinities as signs, values in containers as literals": 18,
    "an offset behind the end of a string finds nothing": 2,
    "a duration's milliseconds are all it has": 1,
    "Kubernetes' environment has no such functions": 5,
    "of a list of an optional and null the checker of this version says that it holds null": 1,
  });
});

test("everything that is left out by name is a test, and none of it passes", () => {
  const listed = all.filter(({ name }) => listedNames.includes(name));
  expect(listed.map(({ name }) => name).sort()).toEqual([...listedNames].sort());
  expect(
    listed.filter((simple) => runSimpleTest(withoutLiteralRules, simple).kind === "passed").map(({ name }) => name),
  ).toEqual([]);
});
