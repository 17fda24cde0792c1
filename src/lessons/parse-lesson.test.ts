import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parseLesson, withStepText } from "./parse-lesson.ts";

const front = "---\ntitle: T\n---\n";
const block = (info: string, text: string): string => `\`\`\`${info}\n${text}\n\`\`\`\n`;
const request = block("http", "GET /api");

describe("errors are told with their line", () => {
  test.each([
    ["no front matter", "# Title", "x.md:1: a lesson begins with front matter"],
    ["no title", `---\nlevel: beginner\n---\n${request}`, "x.md:1: the front matter has no title"],
    ["another level", `---\ntitle: T\nlevel: hard\n---\n${request}`, "x.md:3: level is beginner, intermediate or"],
    ["an unknown setting", `---\ntitle: T\nserver:\n  gates: {}\n---\n${request}`, "x.md:4: server.gates is not known"],
    ["a setting of another type", `---\ntitle: T\nserver:\n  release: 1.33\n---\n`, "x.md:4: server.release is a text"],
    ["YAML that is none", "---\ntitle: [\n---\n", "x.md:3: "],
    ["no steps", `${front}Prose.\n`, "x.md:1: nothing in this file runs"],
    ["an unknown option", `${front}${block("http fast", "GET /api")}`, "x.md:4: fast is no option"],
    ["an apply of nobody", `${front}${block("yaml apply", "kind: A")}`, "x.md:5: an apply needs a field manager"],
    ["an expectation first", `${front}${block("yaml expect", "a: b")}${request}`, "x.md:5: no step comes before"],
    ["a wrong phrase", `${front}${block("http", "GET /api\n---\n404 OK")}`, "x.md:7: 404 is not OK"],
    ["a broken document", `${front}${request}${block("yaml expect", "a: b\nc: [")}`, "x.md:9: "],
    ["a broken header", `${front}${block("http", "GET /api\nno header")}`, "x.md:6: this is no header"],
    ["a question without an answer", `${front}${block("predict", "( ) a\n( ) b")}${request}`, "x.md:5: a question has"],
    ["a question at the end", `${front}${request}${block("predict", "( ) a\n(x) b")}`, "x.md:8: no step follows"],
    ["cases without a step", `${front}${request}\n<!-- cases -->\n\n| a |\n| - |\n| b |\n`, "x.md:12: no step follows"],
    ["an unknown comment", `${front}${request}\n<!-- expect: rows -->\n`, "x.md:8: this comment is to be"],
  ])("%s", (_what, text, message) => {
    expect(() => parseLesson("x.md", text)).toThrow(message);
  });
});

test("rests of a document are written as the documentation writes them", () => {
  const answer = `GET /api
---
200 OK

{
    "kind": "Table",
    ...
    "rows": [
        {"a": 1}
        ...
    ],
...
    "last": ...
}
...
`;
  const [step] = parseLesson("x.md", `${front}${block("http", answer)}`).steps;
  const content = step?.expectations[0]?.content;
  if (content?.kind !== "value" || content.value.kind !== "map") throw new Error("no map is expected");
  expect(content.value.members.map(([name, value]) => [name, value.kind, value.place.line])).toEqual([
    ["kind", "scalar", 10],
    ["rows", "list", 12],
    ["last", "more", 17],
  ]);
  expect(content.value.members[1]?.[1]).toMatchObject({ items: [{ kind: "map" }, { kind: "more" }] });
});

describe("hostile files", () => {
  const quick = { timeout: 10_000 };
  test("that are large are refused", () => {
    expect(() => parseLesson("x.md", front + "a".repeat(5_000_000))).toThrow("x.md:1: the file is larger than 1 MB");
  });

  test("that are nested deeply are refused", quick, () => {
    expect(() => parseLesson("x.md", `${front}${">".repeat(100_000)} a`)).toThrow("x.md:4: it is nested too deeply");
    const deep = block("yaml expect", "[".repeat(20_000));
    expect(() => parseLesson("x.md", front + request + deep)).toThrow("x.md:8: it is nested too deeply");
  });

  test("that expand aliases are refused", () => {
    const bomb = `a: &a [x, x]\nb: [*a, *a]`;
    expect(() => parseLesson("x.md", front + request + block("yaml expect", bomb))).toThrow("aliases are not read");
  });

  test("with front matter that expands aliases or is nested deeply are refused", quick, () => {
    const list = (name: string, item: string): string => `${name}: &${name} [${`${item}, `.repeat(9)}]`;
    const laughs = [list("a", "x"), list("b", "*a"), list("c", "*b"), list("d", "*c")].join("\n");
    expect(() => parseLesson("x.md", `---\ntitle: T\n${laughs}\n---\n${request}`)).toThrow(/^x.md:1: Excessive alias/);
    const deep = `seed: ${"[".repeat(50_000)}`;
    expect(() => parseLesson("x.md", `---\ntitle: T\n${deep}\n---\n${request}`)).toThrow(/^x.md:3: /);
  });

  test("with names of prototypes are read as any other", () => {
    const server = "server:\n  featureGates: {__proto__: true, constructor: false}\n";
    const { server: read } = parseLesson("x.md", `---\ntitle: T\n${server}---\n${request}`);
    expect(Object.entries(read.featureGates)).toEqual([
      ["__proto__", true],
      ["constructor", false],
    ]);
    expect(() => parseLesson("x.md", `---\ntitle: T\nserver:\n  __proto__: {}\n---\n${request}`)).toThrow(
      "x.md:4: server.__proto__ is not known",
    );
  });

  test("that have too many steps are refused", quick, () => {
    expect(() => parseLesson("x.md", front + request.repeat(501))).toThrow("a lesson has 500 steps at most");
  });

  test("have no HTML in their tree", () => {
    const html = "<script>alert(1)</script>\n\nText <img src=x onerror=alert(1)> here.\n\n> <b>quoted</b>\n";
    const { blocks } = parseLesson("x.md", front + html + request);
    expect(JSON.stringify(blocks)).not.toMatch(/script|onerror|"html"|<b>/);
  });
});

test("blocks of other programs are only shown", () => {
  const shown = [
    block("yaml", "a: b"),
    block("yaml title=x", "a: b"),
    block("http", "HTTP/1.1 200 OK"),
    block("http example", "GET /api"),
    block("console", "$ ls"),
    block("sh", "kubectl get pods"),
  ];
  expect(parseLesson("x.md", front + shown.join("\n") + request).steps).toHaveLength(1);
});

test("the documentation's notation is read: what is left out, comments, and events", () => {
  const written = `GET /api/v1/pods?watch=1
---
200 OK
Content-Type: application/json

{
  "type": "ADDED", // the first
  "object": {"metadata": {"resourceVersion": "8467", ...}, ...}
}
...
{"type": "BOOKMARK", "object": {...}}
<followed by others>`;
  const [step] = parseLesson("x.md", front + block("http", written)).steps;
  const content = step?.expectations[0]?.content;
  expect(content?.kind === "events" && content.events.map(({ place }) => place.line)).toEqual([10, 15]);
});

test("a step's text can be changed", () => {
  const text = front + request;
  const [step] = parseLesson("x.md", text).steps;
  const changed = step === undefined ? "" : withStepText(text, step, "GET /apis");
  expect(parseLesson("x.md", changed).steps[0]?.action).toMatchObject({ request: { target: "/apis" } });
});

test("the schema of the front matter names the members that are read", () => {
  const schema = JSON.parse(readFileSync("docs/lesson.schema.json", "utf8"));
  const {
    blocks: _blocks,
    steps: _steps,
    file: _file,
    lines: _lines,
    ...members
  } = parseLesson("x.md", front + request);
  expect(Object.keys(schema.properties).toSorted()).toEqual(Object.keys(members).toSorted());
  expect(Object.keys(schema.properties.server.properties)).toEqual(Object.keys(members.server));
});
