import { describe, expect, test } from "vitest";
import { parseLesson } from "./parse-lesson.ts";
import { block, failures } from "./testing/run-blocks.ts";

const front = "---\ntitle: T\n---\n";
const configMap = (data: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n${data}`;

describe("what authors write in several ways", () => {
  test("is a text of several lines at the end of a block, with its line break", async () => {
    const text = "data:\n  t: |\n    one\n    two";
    const post = `POST /api/v1/namespaces/kube-public/configmaps\n\n${configMap(text)}\n---\n201 Created\n\n{"data": {"t": "one\\ntwo\\n"}}`;
    const blocks = [block("yaml create", configMap(text)), block("yaml expect", text), block("http", post)];
    expect(await failures(blocks.join(""))).toEqual([]);
  });

  test("is an answer that is a text, below its status", async () => {
    const get = (path: string, lines: string): string => block("http", `GET ${path}\n---\n200 OK\n\n${lines}`);
    expect(await failures(get("/livez", "ok"))).toEqual([]);
    expect(await failures(get("/livez?verbose", "[+]ping ok\n...\nlivez check passed"))).toEqual([]);
    expect(await failures(get("/livez", "bad"))).toEqual(["failed 9 the line: bad, ok"]);
  });

  test("is a table whose columns are as wide as others", async () => {
    const lines = (text: string): string => block("console", `$ kubectl get ns default\n${text}`);
    expect(await failures(lines("NAME  STATUS     AGE\ndefault  Active  ..."))).toEqual([]);
    expect(await failures(lines("NAME STATUS   AGE\ndefault   Active   ..."))).toMatchObject([
      expect.stringMatching(/^failed 6 the line: NAME STATUS {2}AGE, NAME {6}STATUS {3}AGE$/),
    ]);
  });

  test("is a heredoc with the prompts of a shell", async () => {
    const heredoc = `$ cat <<EOF | kubectl apply -f -\n> ${configMap("data: {}").replaceAll("\n", "\n> ")}\n> EOF\nconfigmap/a created`;
    expect(await failures(block("console", heredoc))).toEqual([]);
  });

  test("is a value of an option in quotes", () => {
    const apply = block('yaml apply manager="my tool" force', configMap(""));
    expect(parseLesson("x.md", front + apply).steps[0]?.options).toMatchObject({ manager: "my tool", force: true });
  });

  test("are four dots: a dot and what is left out", async () => {
    const get = (name: string): string =>
      block("http", `GET /api/v1/namespaces/kube-public\n---\n200 OK\n\n{"metadata": {"name": "${name}"}}`);
    const create = block("yaml create", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a.b.c}");
    const expected = (name: string): string => create + block("yaml expect", `metadata: {name: ${name}}`);
    expect(await failures(expected("a.b...."))).toEqual([]);
    expect(await failures(expected("a.c...."))).toHaveLength(1);
    expect(await failures(get("kube-..."))).toEqual([]);
  });
});

describe("events", () => {
  const watch = block(
    "http watch=w",
    "GET /api/v1/namespaces/default/configmaps?watch=1&fieldSelector=metadata.name=a",
  );
  const changes = [
    block("yaml create", configMap("")),
    block("yaml apply manager=m repeat=3", configMap('data: {count: "${i}"}')),
    block("yaml delete", configMap("")),
  ].join("");
  const events = (text: string): string => watch + changes + block("yaml events of=w", text);

  test("are found among others where it is said that there are others", async () => {
    expect(
      await failures(events('type: ADDED\n---\n...\n---\nobject: {data: {count: "2"}}\n---\n...\n---\ntype: DELETED')),
    ).toEqual([]);
    const bounds = { waitMs: 500, requestMs: 600_000 };
    const wrong = events("...\n---\ntype: BOOKMARK");
    expect(await failures(wrong, { bounds })).toMatchObject([
      expect.stringMatching(/^failed 28 events\[\d\].type: BOOKMARK/),
    ]);
  });

  test("are written as a list, too", async () => {
    expect(await failures(events("- type: ADDED\n- type: MODIFIED"))).toEqual([]);
    expect(await failures(events("- type: ADDED\n- type: DELETED"))).toEqual([
      "failed 27 event 2.type: DELETED, MODIFIED",
    ]);
  });
});
