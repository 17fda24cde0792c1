import { describe, expect, test } from "vitest";
import { createTestServer } from "../envtest/test-server.ts";
import { parseLesson } from "./parse-lesson.ts";
import { LessonRun } from "./run-lesson.ts";
import { block, clock, failures } from "./testing/run-blocks.ts";

describe("the audit log", () => {
  const get = block("http", "GET /api/v1/namespaces/default");
  const entries = (text: string): string => get + block("yaml audit", text);

  test("is compared with what is expected of a request", async () => {
    await using server = await createTestServer();
    await server.inspect.setAuditPolicy("apiVersion: audit.k8s.io/v1\nkind: Policy\nrules: [{level: Metadata}]");
    const options = { audit: server.inspect, handle: server.handle, bounds: { waitMs: 500 } };
    const both = "stage: RequestReceived\n---\nstage: ResponseComplete\nverb: get";
    expect(await failures(entries(both), options)).toEqual([]);
    expect(await failures(entries(both.replace("get", "list")), options)).toEqual([
      "failed 11 audit[1].verb: list, get",
    ]);
    expect(await failures(entries("stage: RequestReceived"), options)).toEqual(["failed 8 the length of audit: 1, 2"]);
    expect(await failures(entries("[]"), options)).toEqual(["failed 8 the length of audit: 0, 2"]);
  });

  test("is of requests and of servers that have one", async () => {
    const commands = block("console", "$ kubectl version") + block("yaml audit", "verb: get");
    expect(() => parseLesson("x.md", `---\ntitle: T\n---\n${commands}`)).toThrow(
      "x.md:8: audit entries are those of a request",
    );
    expect(() => parseLesson("x.md", `---\ntitle: T\n---\n${entries("[]\n---\nverb: get")}`)).toThrow(
      "x.md:8: an empty list says that there are no entries",
    );
    expect(await failures(entries("[]"))).toEqual(["failed 4 the step: it runs, there is no audit log here"]);
  });

  test("has the policy of the lesson, or says what is wrong with it", async () => {
    await using server = await createTestServer();
    const open = (policy: string): LessonRun => {
      const text = `---\ntitle: T\nserver:\n  auditPolicy: ${policy}\n---\n${get}`;
      return new LessonRun(parseLesson("x.md", text), { handle: server.handle, clock, audit: server.inspect });
    };
    await open("{rules: [{level: None}]}").seed();
    expect(await server.inspect.auditPolicy()).toContain("None");
    await expect(open("{rules: [{level: Most}]}").seed()).rejects.toThrow(/^x.md:4: server.auditPolicy: .*Most/s);
  });
});
