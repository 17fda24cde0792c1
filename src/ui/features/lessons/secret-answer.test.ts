import { expect, test } from "vitest";
import { parseLesson } from "../../../lessons/parse-lesson.ts";
import { givesAway, withoutAnswer } from "./secret-answer.ts";

const written = (text: string) => parseLesson("x.md", `---\ntitle: T\n---\n\n${text}`).steps[0];
const request = "GET /api/v1/nothing\nAccept: application/json";
const answered = `\`\`\`http\n${request}\n---\n404 Not Found\n\n{"code": 404}\n\`\`\`\n`;

test("an answer is a secret until its step has run", () => {
  const step = written(answered) ?? raise();
  const report = {
    step,
    outcome: "passed",
    findings: [],
    exchanges: [],
    events: [],
    outputs: [],
    notRun: [],
    ms: 1,
  } as const;
  expect([givesAway({ report: undefined }), givesAway({ report })]).toEqual([true, false]);
});

test("the request stays when its answer is taken away", () => {
  expect(withoutAnswer(written(answered) ?? raise())).toBe(request);
  const apart = written(`\`\`\`http\n${request}\n\`\`\`\n\n\`\`\`http expect\n404\n\`\`\`\n`) ?? raise();
  expect(withoutAnswer(apart)).toBe(request);
  const events = written("```yaml events of=w\ntype: ADDED\n```\n") ?? raise();
  expect(withoutAnswer(events)).toBe("type: ADDED");
  const lines =
    written("```console\n$ kubectl get ns \\\n  -o name\nnamespace/default\n$ kubectl version\n```\n") ?? raise();
  expect(withoutAnswer(lines)).toBe("$ kubectl get ns \\\n  -o name\n$ kubectl version");
});

function raise(): never {
  throw new Error("there is no step");
}
