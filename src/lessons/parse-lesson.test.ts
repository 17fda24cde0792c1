import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parseLesson, withStepText } from "./parse-lesson.ts";

const front = "---\ntitle: T\n---\n";
const block = (info: string, text: string): string => `\`\`\`${info}\n${text}\n\`\`\`\n`;
const request = block("http", "GET /api");

describe("errors are told with their line", () => {
  test.each([
    ["no front matter", "# Title", "x.md:1: nothing in this file runs"],
    ["no title", `---\nlevel: beginner\n---\n${request}`, "x.md:1: the front matter has no title"],
    ["another level", `---\ntitle: T\nlevel: hard\n---\n${request}`, "x.md:3: level is beginner, intermediate or"],
    ["an unknown setting", `---\ntitle: T\nserver:\n  gates: {}\n---\n${request}`, "x.md:4: server.gates is not known"],
    [
      "a setting of another type",
      `---\ntitle: T\nserver:\n  release: 1.33\n---\n`,
      "x.md:4: server.release is a string",
    ],
    ["YAML that is none", "---\ntitle: [\n---\n", "x.md:3: "],
    ["no steps", `${front}Prose.\n`, "x.md:1: nothing in this file runs"],
    ["an unknown option", `${front}${block("http fast", "GET /api")}`, "x.md:4: fast is no option"],
    ["an apply of nobody", `${front}${block("yaml apply", "kind: A")}`, "x.md:5: an apply needs a field manager"],
    ["an expectation first", `${front}${block("yaml expect", "a: b")}${request}`, "x.md:5: no step comes before"],
    ["a wrong phrase", `${front}${block("http", "GET /api\n---\n404 OK")}`, "x.md:7: 404 is not OK"],
    ["a broken document", `${front}${request}${block("yaml expect", "a: b\nc: [")}`, "x.md:9: "],
    [
      "two documents",
      `${front}${request}${block("yaml expect", "a: b\n---\nc: d")}`,
      "x.md:9: Source contains multiple",
    ],
    ["a name that is there twice", `---\ntitle: T\ntitle: U\n---\n${request}`, /^x.md:3: Map keys must be unique$/],
    ["a broken header", `${front}${block("http", "GET /api\nno header")}`, "x.md:6: this is no header"],
    ["a question without an answer", `${front}${block("predict", "( ) a\n( ) b")}${request}`, "x.md:5: a question has"],
    ["a question at the end", `${front}${request}${block("predict", "( ) a\n(x) b")}`, "x.md:8: no step follows"],
    ["cases without a step", `${front}${request}\n<!-- cases -->\n\n| a |\n| - |\n| b |\n`, "x.md:12: no step follows"],
    [
      "a misspelt verb",
      `${front}${request}${block("yaml aply manager=x", "kind: A")}`,
      "x.md:7: aply is misspelt: yaml",
    ],
    [
      "a misspelt expectation",
      `${front}${request}${block("text exepct", "a")}`,
      "x.md:7: exepct is misspelt: text expect",
    ],
    ["a misspelt comment", `${front}${request}\n<!-- tabel -->\n`, "x.md:8: tabel is misspelt: <!-- table -->"],
    ["a comment without a table", `${front}${request}\n<!-- table -->\n\nText.\n`, "x.md:8: no table follows"],
    ["a comment at the end", `${front}${request}\n<!-- cases -->\n`, "x.md:8: no table follows"],
    [
      "a method in small letters",
      `${front}${block("http", "get /api")}`,
      "x.md:4: a request begins with its method in",
    ],
    [
      "a misspelt program",
      `${front}${block("console", "$ kubctl get x")}`,
      "x.md:4: a command line begins with a dollar",
    ],
    ["a command without a space", `${front}${block("console", "$kubectl get x")}`, "x.md:4: a command line begins"],
    ["a block that is not closed", `${front}\`\`\`http\nGET /api\n\nMore prose.\n`, "x.md:4: this block is not closed"],
    [
      "an option of another block",
      `${front}${block("http manager=x", "GET /api")}`,
      "x.md:4: manager is no option of a r",
    ],
    [
      "a user of command lines",
      `${front}${block("console as=x", "$ kubectl version")}`,
      "which name their user by --as",
    ],
    ["an unknown view", `---\ntitle: T\nview: logs\n---\n${request}`, "x.md:3: view is not known; there are log, "],
    [
      "an unknown part of a webhook",
      `---\ntitle: T\nserver:\n  webhooks:\n    a.example.com:\n      allow: "true"\n---\n${request}`,
      "x.md:6: server.webhooks.a.example.com.allow is not known; there are allowed, ",
    ],
    [
      "an extension server that is no APIService",
      `---\ntitle: T\nserver:\n  extensions:\n    wardle.example.com: []\n---\n${request}`,
      "x.md:5: server.extensions.wardle.example.com is no VERSION.GROUP, the name of an APIService",
    ],
    [
      "an extension server without objects",
      `---\ntitle: T\nserver:\n  extensions:\n    v1.example.com: {}\n---\n${request}`,
      "x.md:5: server.extensions.v1.example.com is a list of objects, each with apiVersion and kind",
    ],
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

test("lines of ... leave out members in YAML, too, and are lines of a text", () => {
  const text = "...\na:\n  b: 1\n  ...\nc:\n  ...\n  d: 2\n...\n";
  const content = (expected: string) => {
    const [step] = parseLesson("x.md", front + request + block("yaml expect", expected)).steps;
    const found = step?.expectations[0]?.content;
    if (found?.kind !== "value" || found.value.kind !== "map") throw new Error("no map is expected");
    return found.value.members;
  };
  expect(content(text)).toMatchObject([
    ["a", { members: [["b", { value: 1, place: { line: 10 } }]] }],
    ["c", { members: [["d", { value: 2, place: { line: 14 } }]] }],
  ]);
  expect(content("a: |\n  one\n  ...\n  two\n")).toMatchObject([["a", { value: "one\n...\ntwo\n" }]]);
  expect(() => content("a: 1\n...\nb: [")).toThrow(/^x.md:10: /);
});

test("values stand in documents with and without quotes", () => {
  const text = '{"a": ${a}, b: [${b},"${c}"], // the ${d}\n"${e}": "x${f}y", "g": http://${h}}';
  const [step] = parseLesson("x.md", front + request + block("json expect", text)).steps;
  const content = step?.expectations[0]?.content;
  if (content?.kind !== "value" || content.value.kind !== "map") throw new Error("no map is expected");
  expect(content.value.members).toMatchObject([
    ["a", { value: "${a}", place: { line: 8 } }],
    ["b", { items: [{ value: "${b}" }, { value: "${c}" }] }],
    ["${e}", { value: "x${f}y", place: { line: 9 } }],
    ["g", { value: "http://${h}" }],
  ]);
});

test("a file may begin with a byte order mark and have lines that end as on Windows", () => {
  const text = `\uFEFF${front}${request}`.replaceAll("\n", "\r\n");
  const [step] = parseLesson("x.md", text).steps;
  expect(step?.action).toMatchObject({ request: { method: "GET", target: "/api" } });
  expect(step && withStepText(text, step, "GET /apis")).toBe(`${front}${block("http", "GET /apis")}`);
});

describe("hostile files", () => {
  const quick = { timeout: 60_000 };
  test("that are large are refused", () => {
    expect(() => parseLesson("x.md", front + "a".repeat(5_000_000))).toThrow("x.md:1: the file is larger than 1 MB");
  });

  test("that are nested deeply are refused", quick, () => {
    expect(() => parseLesson("x.md", `${front}${">".repeat(100_000)} a`)).toThrow("x.md:4: it is nested too deeply");
    const deep = block("yaml expect", "[".repeat(2000));
    expect(() => parseLesson("x.md", front + request + deep)).toThrow("x.md:8: it is nested too deeply");
  });

  test.each([
    ["links", "[a](".repeat(60_000), "x.md:5: there are more than 3000 marks of Markdown in one paragraph"],
    ["emphasis", "*a **b ".repeat(60_000), "x.md:5: there are more than 3000 marks"],
    ["code", "`a".repeat(60_000), "x.md:5: there are more than 3000 marks"],
    [
      "cells of a table",
      `|a${"|a".repeat(20_000)}|\n${"|-".repeat(20_001)}|\n`,
      "x.md:5: there are more than 3000 marks",
    ],
    ["blocks", "```yaml apply\na: 1\n```\n\n".repeat(4_100), "x.md:16001: a lesson has 16000 lines at most"],
    ["a long line", "word ".repeat(20_001), "x.md:5: a line has 100000 characters at most"],
    ["definitions", "[a]: b\n\n".repeat(1001), "x.md:2005: a lesson has 1000 definitions of links at most"],
    [
      "blocks that are shown",
      "```js\nx\n```\n".repeat(5001),
      "x.md:1: a lesson has 5000 paragraphs and blocks at most",
    ],
  ])("with many %s are refused", quick, (_what, text, words) => {
    expect(() => parseLesson("x.md", `${front}\n${text}\n\n${request}`)).toThrow(words);
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
    block("yaml example", "a: b"),
    block("http", "Get a request."),
    block("text", "a"),
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
    goals: _goals,
    file: _file,
    lines: _lines,
    kind: _kind,
    notRun: _notRun,
    ...members
  } = parseLesson("x.md", front + request);
  expect(Object.keys(schema.properties).toSorted()).toEqual([...Object.keys(members), "page"].toSorted());
  expect(Object.keys(schema.properties.server.properties)).toEqual(Object.keys(members.server));
  for (const view of schema.properties.view.enum)
    expect(parseLesson("x.md", `---\ntitle: T\nview: ${view}\n---\n${request}`).view).toBe(view);
});
