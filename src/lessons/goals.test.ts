import { describe, expect, test } from "vitest";
import type { MarkdownNode } from "./lesson.ts";
import { parseLesson } from "./parse-lesson.ts";
import { textOfNode } from "./parse-texts.ts";
import { block, failures } from "./testing/run-blocks.ts";

const front = "---\ntitle: T\n---\n";
const named = (name: string, more = ""): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}${more}`;
const create = (name: string, more = ""): string => block("yaml create", named(name, more));
const way = (text: string): string => `\n<!-- way -->\n\n${text}`;
const goal = (text: string, words = ""): string => block(`yaml goal${words}`, text);

describe("a goal", () => {
  const text = [
    front,
    "# T\n\n## Your turn\n\nDo it.\n",
    goal(`# The map a is there,\n# and blue.\n${named("a", "\ndata: {colour: blue}")}\n---\n${named("b")}`),
    "And:\n",
    goal(named("c"), " gone"),
    "<!-- hint -->\n\nFirst.\n\n<details>\n<summary>Hint</summary>\n\n<!-- hint -->\n\nSecond.\n\n</details>\n",
    "<!-- way -->\n\n### A way\n",
    create("a", "\ndata: {colour: blue}"),
    block("http expect", "201 Created"),
    create("b"),
    "\n## Afterwards\n\nText.\n",
    block("http", "GET /api"),
  ].join("\n");
  const lesson = parseLesson("x.md", text);

  test("has parts with words, hints, and a way that ends at a heading", () => {
    const [{ parts, hints, way: shown, title } = { parts: [], hints: [], way: undefined, title: "" }] = lesson.goals;
    expect(title).toBe("Your turn");
    expect(parts.map(({ words, kind, gone }) => [words, kind, gone])).toEqual([
      ["The map a is there, and blue.", "named", false],
      ["", "named", false],
      ["", "named", true],
    ]);
    const paragraphs = (nodes: readonly MarkdownNode[]) =>
      nodes.map((node) => textOfNode(node as Parameters<typeof textOfNode>[0]));
    expect(paragraphs(hints)).toEqual(["First.", "Second."]);
    expect(shown).toMatchObject({ first: 0, end: 2 });
    expect(shown?.blocks.map(({ kind }) => kind)).toEqual(["prose", "step", "expectation", "step"]);
    expect(lesson.blocks.map(({ kind }) => kind)).toEqual([
      "prose",
      "prose",
      "prose",
      "goal",
      "prose",
      "prose",
      "prose",
      "step",
    ]);
  });

  test.each([
    ["no way", goal(named("a")), "x.md:4: a goal needs a way"],
    ["a way without a goal", `${create("a")}${way(create("b"))}`, "no goal comes before this way"],
    ["a way without steps", `${goal(named("a"))}${way("Text.\n\n")}## More\n`, "there is no step in this way"],
    ["a step before its way", `${goal(named("a"))}${create("a")}`, "this step stands between a goal and its way"],
    ["a hint that runs", `${goal(named("a"))}\n<!-- hint -->\n\n${create("a")}`, "no text follows this comment"],
    ["a misspelt comment", `${goal(named("a"))}\n<!-- hnt -->\n`, "hnt is misspelt: <!-- hint -->"],
    ["no kind", goal("metadata: {name: a}"), "x.md:5: an object is found by apiVersion and kind"],
    [
      "too many parts",
      goal(Array.from({ length: 51 }, () => named("a")).join("\n---\n")),
      "x.md:4: the goals of a lesson",
    ],
    ["a number of one object", goal(named("a"), " count=2"), "x.md:5: objects are counted that have no metadata.name"],
  ])("is refused: %s", (_what, blocks, message) => {
    expect(() => parseLesson("x.md", front + blocks)).toThrow(message);
  });
});

describe("a goal is tested: it does not hold before its way, and holds after it", () => {
  const blue = "\ndata: {colour: blue}";
  const any = "apiVersion: v1\nkind: ConfigMap\ndata: {colour: blue}";
  const review = (user: string, allowed: boolean): string =>
    [
      "apiVersion: authorization.k8s.io/v1",
      "kind: SubjectAccessReview",
      `spec: {user: ${user}, resourceAttributes: {verb: list, resource: pods, namespace: default}}`,
      `status: {allowed: ${allowed}}`,
    ].join("\n");
  const role = block(
    "console",
    "$ kubectl create role reader --verb=list --resource=pods\nrole.rbac.authorization.k8s.io/reader created\n" +
      "$ kubectl create rolebinding jane --role=reader --user=jane\nrolebinding.rbac.authorization.k8s.io/jane created",
  );

  test.each([
    ["an object", goal(named("a", blue)) + way(create("a", blue)), []],
    [
      "an object that differs",
      goal(named("a", "\ndata: {colour: red}")) + way(create("a", blue)),
      ["failed 8 data.colour: red, blue"],
    ],
    ["one of a kind", goal(any) + way(create("x") + create("z", blue)), []],
    [
      "none of a kind",
      goal(any) + way(create("x")),
      ["failed 5 the number of objects: at least 1, 0", "failed 7 objects[0].data.colour: blue, nothing"],
    ],
    ["a number of them", goal(any, " count=2") + way(create("x", blue) + create("z", blue)), []],
    [
      "too many of them",
      goal(any, " count=1") + way(create("x", blue) + create("z", blue)),
      ["failed 5 the number of objects: 1, 2"],
    ],
    ["what is gone", create("a") + goal(named("a"), " gone") + way(block("yaml delete", named("a"))), []],
    [
      "what is not gone",
      create("a") + goal(any) + goal(named("a"), " gone") + way(create("b", blue)),
      ["failed 15 the object: it is gone, it is there: 200"],
    ],
    ["no object of a kind", create("a", blue) + goal(any, " gone") + way(block("yaml delete", named("a"))), []],
    ["what a review answers", goal(`${review("jane", true)}\n---\n${review("joe", false)}`) + way(role), []],
    [
      "another answer",
      goal(`${review("jane", true)}\n---\n${review("joe", true)}`) + way(role),
      ["failed 13 status.allowed: true, false"],
    ],
    [
      "what holds already",
      create("a") + goal(named("a")) + way(create("b")),
      ["failed 10 the goal: it does not hold before its way, it holds already"],
    ],
    [
      "a kind that is not there",
      goal("apiVersion: v1\nkind: Pot") + way(create("a")),
      ['failed 5 the goal: it can be read, no matches for kind "Pot" in version "v1"'],
    ],
  ])("%s", async (_what, text, expected) => {
    expect(await failures(text, { bounds: { waitMs: 300 } })).toEqual(expected);
  });
});
