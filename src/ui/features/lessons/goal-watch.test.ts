import { expect, test } from "vitest";
import type { Trace } from "../../../component-base/trace.ts";
import { parseLesson } from "../../../lessons/parse-lesson.ts";
import { ManualClock } from "../../../worker/testing/manual-clock.ts";
import { GoalWatch } from "./goal-watch.ts";

const goal = "```yaml goal\napiVersion: v1\nkind: Namespace\nmetadata: {name: a}\n```\n";
const lesson = parseLesson("x.md", `---\ntitle: T\n---\n${goal}\n<!-- way -->\n\n\`\`\`http\nGET /\n\`\`\`\n`);

const trace = (method: string, target: string): Trace => ({
  id: 1,
  requestId: "",
  at: 0,
  source: { kind: "client" },
  user: "",
  method,
  target,
  status: 200,
  durationUs: 1,
  bytes: 0,
  warnings: [],
  streaming: false,
  stages: [],
  request: { headers: [] },
  answer: { headers: [] },
});

test("a goal is checked after writes, at most four times a second, and once more when they have settled", async () => {
  const clock = new ManualClock();
  let [hear, checks] = [(_traces: readonly Trace[]): void => undefined, 0];
  const watch = new GoalWatch(
    {
      page: {
        clock,
        inspect: {
          subscribe: (listener) => {
            hear = listener;
            return Promise.resolve(() => undefined);
          },
        },
      },
      run: {
        checkGoal: () => {
          checks += 1;
          return Promise.resolve([]);
        },
      },
    },
    () => lesson.goals,
    () => undefined,
  );
  const write = (): void => hear([trace("PATCH", "/api/v1/namespaces/a")]);
  await clock.pass(10_000);
  expect(checks).toBe(0);
  hear([trace("GET", "/api/v1/namespaces"), trace("POST", "/apis/authorization.k8s.io/v1/subjectaccessreviews")]);
  await clock.pass(10_000);
  expect(checks).toBe(0);
  write();
  await clock.pass(10_000);
  expect(checks).toBe(2);
  for (let i = 0; i < 20; i++) {
    write();
    await clock.pass(50, 50);
  }
  expect(checks).toBeLessThanOrEqual(2 + 5);
  await clock.pass(10_000);
  const settled = checks;
  await clock.pass(60_000);
  expect(checks).toBe(settled);
  watch.close();
  write();
  await clock.pass(10_000);
  expect(checks).toBe(settled);
});
