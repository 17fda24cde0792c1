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
    line: "Ran 28 of 28 Specs in 11.528 seconds: 27 Passed | 1 Failed | 0 Pending | 0 Skipped",
    failures: ["[FAIL] Test Webhook [It] should reject"],
  });
});

test("other tests are told by their last line", () => {
  expect(summaryOf("=== RUN TestX\n--- PASS: TestX\nok  \tx\t0.1s\n")).toEqual({ line: "ok  \tx\t0.1s", failures: [] });
});
