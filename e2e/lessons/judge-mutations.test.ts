import { expect, test } from "vitest";
import { parseLesson } from "../../src/lessons/parse-lesson.ts";
import { createFastClock } from "../../src/lessons/testing/fast-clock.ts";
import { mutationsOf } from "../../src/lessons/testing/mutations.ts";
import { doubtful } from "./judge-mutations.ts";
import { survives } from "./mutate-lesson.ts";

const text = `---
title: Claims of every kind
---

\`\`\`predict
( ) 200 OK
(x) 201 Created
\`\`\`

\`\`\`http
POST /api/v1/namespaces/default/configmaps

{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}, "data": {"count": "1"}}
---
201 Created
Content-Type: application/json

{"metadata": {"name": "a", "uid": "\${uid}"}}
\`\`\`

<!-- cases -->

| name | status |
| ---- | ------ |
| a    | 200    |
| b    | 404    |

\`\`\`http
GET /api/v1/namespaces/default/configmaps/\${name}
---
\${status}
\`\`\`

\`\`\`yaml wait
apiVersion: v1
kind: ConfigMap
metadata: {name: a}
data: {count: "1"}
\`\`\`

\`\`\`http watch=maps
GET /api/v1/namespaces/default/configmaps?watch=1&fieldSelector=metadata.name=a
\`\`\`

\`\`\`yaml events of=maps
type: ADDED
object: {metadata: {uid: "\${uid}"}}
\`\`\`

\`\`\`console until
$ echo again >> log && wc -l < log
1
$ kubectl get configmap a -o jsonpath='{.data.count}'
1
\`\`\`

\`\`\`yaml goal
# The count is 2.
apiVersion: v1
kind: ConfigMap
metadata: {name: a}
data: {count: "2"}
\`\`\`

<!-- way -->

\`\`\`console
$ kubectl patch configmap a -p '{"data": {"count": "2"}}'
configmap/a patched
\`\`\`
`;
const lesson = parseLesson("claims.md", text);
const claims = mutationsOf(lesson, text);
const clock = createFastClock(40);

test("a run of a lesson tells that each changed claim of it is noticed", async () => {
  expect(new Set(claims.map(({ claimant }) => `${claimant.kind} ${claimant.index}`)).size).toBe(7);
  expect(await doubtful({ file: "claims.md", text, lesson }, claims, clock)).toEqual([]);
});

/** The same claims in words that still hold, or that hold when the step is repeated. */
const harmless = claims.map(({ place, claimant }) => {
  const own = text.slice(place.start, place.end);
  const replacement = own === "1" ? "3" : own.startsWith("{") ? "{}" : own;
  return { place, claimant, replacement };
});

test("claims that still hold after a change are told, and those that hold when a step is repeated", async () => {
  const written = { file: "claims.md", text, lesson };
  const doubted = await doubtful(written, harmless, clock);
  const unnoticed: number[] = [];
  for (const change of harmless)
    if ((await survives(written, change, clock)) !== undefined) unnoticed.push(change.place.start);
  expect(doubted?.map(({ place }) => place.start)).toEqual(unnoticed);
  // the count of lines is 3 at the third time
  expect(unnoticed).toContain(text.indexOf("1\n$ kubectl get configmap a"));
});

test("a lesson that does not pass tells nothing", async () => {
  const broken = text.replace('data: {count: "2"}', 'data: {count: "3"}');
  const short = createFastClock(2000);
  const written = { file: "claims.md", text: broken, lesson: parseLesson("claims.md", broken) };
  expect(await doubtful(written, [], short)).toBeUndefined();
});
