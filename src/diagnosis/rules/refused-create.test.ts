import { expect, test } from "vitest";
import { callProblem, refusalOf } from "./refused-create.ts";

test.each(["a", "minimum ", ", used: ", "["])("a message of %j a million times is read in its first part", (text) => {
  expect(refusalOf(text.repeat(1_000_000), "default").by).toBe("by-server");
});

test("a certificate is said to be for another name, without what ends the sentence", () => {
  const problem = "x509: certificate is valid for a.example, not b.example";
  expect(callProblem(`${problem}"`)).toBe("its certificate is for a.example, and it is called as b.example");
  expect(callProblem(`${problem}${".".repeat(1_000_000)}c`)).toContain(`b.example${".".repeat(1_000_000)}c`);
});

test("a webhook whose answer is no valid one has been called", () => {
  const message =
    'failed calling webhook "w.example.com": received invalid webhook response: webhook returned response.patch but not response.patchType';
  expect(refusalOf(message, "default").text).toBe(
    "the webhook w.example.com gives no answer to the review that it was sent: webhook returned response.patch but not response.patchType",
  );
});
