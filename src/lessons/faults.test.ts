import { describe, expect, test } from "vitest";
import { createTestServer } from "../envtest/test-server.ts";
import { parseLesson } from "./parse-lesson.ts";
import { block, failures } from "./testing/run-blocks.ts";

const get = (status: string): string => block("http", `GET /api/v1/namespaces/default\n---\n${status}`);

describe("rules of faults in a lesson", () => {
  test("are in effect until others take their place", async () => {
    await using server = await createTestServer({ controllers: false });
    const options = { handle: server.handle, faults: server.inspect };
    const text = [
      block("yaml faults", "- {fault: TooManyRequests, verbs: [get], retryAfterSeconds: 3}"),
      get("429 Too Many Requests\nRetry-After: 3"),
      block("yaml faults", "- {fault: InternalError, verbs: [get], nth: [1]}"),
      get("500 Internal Server Error"),
      get("200 OK"),
      block("json faults", "[]"),
    ].join("");
    expect(await failures(text, options)).toEqual([]);
    expect(await server.faults.all()).toEqual([]);
    expect(await failures(text.replace("nth: [1]", "nth: [2]"), options)).toEqual(["failed 19 the status: 500, 200"]);
  });

  test("are refused at their block", () => {
    const parse = (text: string) => () => parseLesson("x.md", `---\ntitle: T\n---\n${block("yaml faults", text)}`);
    expect(parse("- {fault: Conflict, share: 2}")).toThrow("x.md:5: rules[0].share: must be a number from 0 to 1");
    expect(parse("fault: Conflict")).toThrow("x.md:5: rules: must be a list");
    expect(parse("- {fault: [")).toThrow(/^x\.md:5: /);
    expect(() =>
      parseLesson("x.md", `---\ntitle: T\n---\n${block("yaml faults", "[]")}${block("yaml expect", "a: 1")}`),
    ).toThrow("rules of faults have no answer that could be expected");
    expect(() => parseLesson("x.md", `---\ntitle: T\n---\n${block("yaml fault", "[]")}`)).toThrow(
      "fault is misspelt: yaml faults",
    );
  });

  test("need a server that takes them", async () => {
    expect(await failures(block("yaml faults", "[]"))).toEqual([
      "failed 4 the step: it runs, no faults can be injected here",
    ]);
  });
});
