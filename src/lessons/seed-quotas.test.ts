import { expect, test } from "vitest";
import { createTestServer } from "../envtest/test-server.ts";
import { parseLesson } from "./parse-lesson.ts";
import { LessonRun } from "./run-lesson.ts";
import { serverChoices } from "./server-choices.ts";
import { block, clock } from "./testing/run-blocks.ts";

const withQuota = (controllers: string): string => `---
title: T
server: {controllers: ${controllers}}
seed:
  - {apiVersion: v1, kind: ResourceQuota, metadata: {name: pods, namespace: default}, spec: {hard: {pods: "1"}}}
---
${block("http", "GET /version")}`;

test.each(['["*"]', "true"])(
  "what is created after a quota is limited by it at once, with controllers %s",
  async (controllers) => {
    const lesson = parseLesson("x.md", withQuota(controllers));
    await using server = await createTestServer(serverChoices(lesson));
    const run = new LessonRun(lesson, { handle: server.handle, clock, bounds: { lessonMs: 600_000 } });
    await run.seed();
    const quota = await server.get({ apiVersion: "v1", kind: "ResourceQuota", metadata: { name: "pods" } });
    expect(quota).toMatchObject({ status: { hard: { pods: "1" }, used: { pods: "0" } } });
    run.close();
  },
);

test("a quota that no controller counts is not waited for", async () => {
  const lesson = parseLesson("x.md", withQuota('["*", "-resourcequota-controller"]'));
  await using server = await createTestServer(serverChoices(lesson));
  const run = new LessonRun(lesson, { handle: server.handle, clock, bounds: { lessonMs: Infinity } });
  await run.seed();
  const quota = await server.get({ apiVersion: "v1", kind: "ResourceQuota", metadata: { name: "pods" } });
  expect(quota).not.toHaveProperty("status.hard");
  run.close();
});
