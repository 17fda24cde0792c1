import { expect, test } from "vitest";
import { summaryOf } from "./summary.ts";

test("a run of Ginkgo is told in a line, with the specs that failed", () => {
  const output = [
    "Summarizing 1 Failure:",
    "  [FAIL] Test Webhook [It] should reject",
    "  /webhook_test.go:92",
    "",
    "Ran 28 of 28 Specs in 11.528 seconds",
    "FAIL! -- 27 Passed | 1 Failed | 0 Pending | 0 Skipped",
    "FAIL",
  ].join("\n");
  expect(summaryOf(output)).toEqual({
    passed: 27,
    failed: 1,
    line: "Ran 28 of 28 Specs in 11.528 seconds: 27 Passed | 1 Failed | 0 Pending | 0 Skipped",
    failures: ["[FAIL] Test Webhook [It] should reject"],
  });
});

test("tests of Go are counted, those within others by themselves, beside the specs", () => {
  const output = [
    "=== RUN   TestSuite",
    "Running Suite: API Suite",
    "Ran 2 of 2 Specs in 0.100 seconds",
    "SUCCESS! -- 2 Passed | 0 Failed | 0 Pending | 0 Skipped",
    "--- PASS: TestSuite (0.10s)",
    "=== RUN   TestMapper",
    "    --- PASS: TestMapper/lazy (0.01s)",
    "    --- FAIL: TestMapper/eager (0.01s)",
    "--- FAIL: TestMapper (0.02s)",
    "FAIL\tx\t0.2s",
  ].join("\n");
  expect(summaryOf(output)).toEqual({
    line: "Ran 2 of 2 Specs in 0.100 seconds: 2 Passed | 0 Failed | 0 Pending | 0 Skipped; 1 Go tests passed, 1 failed",
    passed: 3,
    failed: 1,
    failures: ["TestMapper/eager"],
  });
});

test("a suite that has no specs is told by its other tests", () => {
  const output = [
    "=== RUN   TestMapper",
    "--- PASS: TestMapper (0.02s)",
    "=== RUN   TestSource",
    "Running Suite: API Suite",
    "Ran 0 of 0 Specs in 0.000 seconds",
    "SUCCESS! -- 0 Passed | 0 Failed | 0 Pending | 0 Skipped",
    "--- PASS: TestSource (0.00s)",
    "ok  \tx\t0.1s",
  ].join("\n");
  expect(summaryOf(output)).toMatchObject({ line: "1 Go tests passed, 0 failed", passed: 1, failed: 0 });
});

test("a package that cannot be built is told by its last line", () => {
  expect(summaryOf("# x\nFAIL\tx [build failed]\n")).toMatchObject({ line: "FAIL\tx [build failed]", passed: 0 });
});
