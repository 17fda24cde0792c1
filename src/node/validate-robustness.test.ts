import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { parseValidateCommand, runValidate } from "./validate-command.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "kubepad-validate-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

/** The lines of the findings in a folder, without their hints, and cut. */
async function lines(...options: readonly string[]): Promise<readonly string[]> {
  const { text } = await runValidate(parseValidateCommand([...options, folder]));
  return text
    .replaceAll(`${folder}/`, "")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("    "))
    .map((line) => line.slice(0, 110));
}

const map = (name: string, more = ""): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\n${more}`;
const bad = 'ConfigMap Bad: metadata.name: Invalid value: "Bad"';
const problem = "0 objects: 0 accepted, 0 refused, 1 problem";

/** Texts, and the beginnings of what is said of them. */
// oxfmt-ignore
const texts: readonly (readonly [title: string, text: string | Uint8Array, ...said: readonly string[]])[] = [
  ["a tab", "apiVersion: v1\nkind: ConfigMap\nmetadata:\n\tname: a\n", "a.yaml:4:2: error: error converting YAML to JSON: yaml: line 4: found character that cannot start any token", problem],
  ["a byte order mark", `\uFEFF${map("Bad")}`, `a.yaml:3:18: error: ${bad}`, "1 object: 0 accepted, 1 refused"],
  ["UTF-16", Buffer.from(`\uFEFF${map("Bad")}`, "utf16le"), `a.yaml:3:18: error: ${bad}`, "1 object: 0 accepted, 1 refused"],
  ["no UTF-8", Buffer.from(map("a", 'data: {a: "\u00ff"}'), "latin1"), "a.yaml:4:1: error: yaml: invalid leading UTF-8 octet", problem],
  ["line ends of Windows", `${map("ok")}---\n${map("Bad")}`.replaceAll("\n", "\r\n"), `a.yaml:7:18: error: ${bad}`, "2 objects: 1 accepted, 1 refused"],
  ["a NUL", map("a", "data: {a: b\u0000c}\n"), "a.yaml:4:1: error: error converting YAML to JSON: yaml: control characters are not allowed", problem],
  ["an escaped NUL in a name", map('"a\\0b"'), 'a.yaml:3:18: error: ConfigMap a\\u0000b: metadata.name: Invalid value: "a\\x00b"', "1 object: 0 accepted, 1 refused"],
  ["an anchor that is not there", map("a", "data: {}\nx: *y\n"), "a.yaml:5:1: error: error converting YAML to JSON: yaml: unknown anchor 'y' referenced", problem],
  ["an alias of itself", map("a", "data: &d\n  a: *d\n"), "a.yaml:5:3: error: error converting YAML to JSON: yaml: anchor 'd' value contains itself", problem],
  ["an alias that is merged into itself", map("a", "data: &d\n  <<: *d\n"), "a.yaml:5:3: error: error converting YAML to JSON: yaml: anchor 'd' value contains itself", problem],
  ["aliases of aliases", map("a", bomb()), "a.yaml:1:1: error: error converting YAML to JSON: yaml: document contains excessive aliasing", problem],
  ["a field that is set twice", map("a", "data: {x: a}\ndata: {y: b}\n"), 'a.yaml:5:1: error: ConfigMap a: key "data" already set in map', "1 object: 1 accepted, 0 refused"],
  ["names of prototypes", map("a", "data: {__proto__: a, toString: b}\n__proto__: {a: b}\n"), 'a.yaml:5:1: error: ConfigMap a: unknown field "__proto__"', "1 object: 0 accepted, 1 refused"],
  ["a kind of that name", "apiVersion: v1\nkind: __proto__\nmetadata: {name: constructor}\n", 'a.yaml:2:7: error: __proto__ constructor: no matches for kind "__proto__" in version "v1"', "1 object: 0 accepted, 1 refused"],
  ["a path in place of a name", map('".."'), "a.yaml:3:18: error: ConfigMap ..: invalid resource name \"..\": [may not be '..']", "1 object: 0 accepted, 1 refused"],
  ["a path in place of a namespace", map("a, namespace: ../b"), "a.yaml:3:32: error: ConfigMap ../b/a: invalid namespace \"../b\": [may not contain '/']", "1 object: 0 accepted, 1 refused"],
  ["lists in lists", map("a", `data: ${"[".repeat(20_000)}${"]".repeat(20_000)}\n`), "a.yaml:1:1: error: error converting YAML to JSON: yaml: exceeded max depth of 10000", problem],
  ["5 MB in one object", map("a", `data:\n${Array.from({ length: 5000 }, (_, i) => `  k${i}: ${"x".repeat(994)}\n`).join("")}`), "a.yaml:1:1: error: ConfigMap a: Request entity too large: limit is 3145728", "1 object: 0 accepted, 1 refused"],
  ["a name with colours", map('"\\e[31mred"'), "a.yaml:3:18: error: ConfigMap \\u001b[31mred: metadata.name: Invalid value", "1 object: 0 accepted, 1 refused"],
  ["a name of lines", map('"a\\nerror: b"'), "a.yaml:3:18: error: ConfigMap a\\nerror: b: metadata.name: Invalid value", "1 object: 0 accepted, 1 refused"],
  ["a very long name", map("x".repeat(100_000)), "a.yaml:3:18: error: ConfigMap xxx", "1 object: 0 accepted, 1 refused"],
  ["a merge of maps", map("a", "x: &x {b: '1'}\ndata:\n  <<: *x\n  c: '2'\n"), 'a.yaml:4:1: error: ConfigMap a: unknown field "x"', "1 object: 0 accepted, 1 refused"],
  ["a merged field of the wrong type", map("a", "metadata: &m {name: b}\ndata:\n  <<: [*m, {c: 2}]\n"), 'a.yaml:4:1: error: ConfigMap b: key "metadata" already set in map', "a.yaml:6:16: error: ConfigMap b: ConfigMap in version", "1 object: 0 accepted, 1 refused"],
  ["an octal number", "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {containers: [{name: a, image: a}], volumes: [{name: v, configMap: {name: m, defaultMode: 01777}}]}\n", "a.yaml:4:97: error: Pod a: spec.volumes[0].configMap.defaultMode: Invalid value: 1023", "1 object: 0 accepted, 1 refused"],
  ["a number of minutes", "apiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec: {ports: [{port: 1:30}]}\n", "a.yaml:4:", "1 object: 0 accepted, 1 refused"],
  ["a document that is null between others", `${map("a")}---\nnull\n---\n~\n---\n${map("b")}`, "2 objects: 2 accepted, 0 refused"],
  ["the same object twice", `${map("a")}---\n${map("a", "data: {x: z}\n")}`, "a.yaml:5:1: warning: ConfigMap a: the same object is at a.yaml:1:1, too; this one is sent later", "2 objects: 2 accepted, 0 refused, 1 warning"],
  ["bytes of a program", Uint8Array.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0xff, 0xfe]), "a.yaml:1:1: error: yaml: invalid leading UTF-8 octet", problem],
  ["nothing", "---\n---\n# nothing\n", "0 objects: 0 accepted, 0 refused"],
  ["a text", "hello\n", "a.yaml:1:1: error: the document is not an object", problem],
];

function bomb(): string {
  const names = [..."abcdefghij"];
  return names
    .map(
      (name, i) =>
        `${name}: &${name} [${Array(9)
          .fill(i === 0 ? "x" : `*${names[i - 1] ?? ""}`)
          .join(",")}]\n`,
    )
    .join("");
}

it.each(texts)(
  "says a clear line of %s",
  async (_, text, ...said) => {
    write({ "a.yaml": text });
    const got = await lines();
    expect(got.map((line, i) => line.slice(0, said[i]?.length))).toEqual(said);
  },
  60_000,
);

it("writes control characters of file names as escapes", async () => {
  write({ "a\nb.yaml": map("Bad"), "\u001b[31m.yaml": map("Bad") });
  const [first, second] = await lines();
  expect(first).toContain(`\\u001b[31m.yaml:3:18: error: ${bad}`);
  expect(second).toContain(`a\\nb.yaml:3:18: error: ${bad}`);
  expect((await lines("-o", "tap")).join("\n")).not.toContain("\u001b");
});

it("reads files behind links, and says of links that lead nowhere or in a circle where they are", async () => {
  write({ "files/a.yaml": map("a") });
  symlinkSync("files/a.yaml", join(folder, "b.yaml"));
  symlinkSync("..", join(folder, "files/up"));
  symlinkSync("self.yaml", join(folder, "self.yaml"));
  symlinkSync("nowhere.yaml", join(folder, "nothing.yaml"));
  expect(await lines()).toEqual([
    expect.stringMatching(/^nothing\.yaml:1:1: error: ENOENT: no such file or directory/),
    expect.stringMatching(/^self\.yaml:1:1: error: ELOOP: too many symbolic links encountered/),
    "2 objects: 2 accepted, 0 refused, 2 problems",
  ]);
});

it("says of a file that cannot be read that it cannot, beside what the others have", async () => {
  write({ "a.yaml": map("a"), "b.yaml": "" });
  rmSync(join(folder, "b.yaml"));
  // a socket or a device is no file, and what cannot be opened is
  symlinkSync("/proc/self/mem", join(folder, "b.yaml"));
  expect(await lines()).toEqual([
    expect.stringMatching(/^b\.yaml:1:1: error: E[A-Z]+: /),
    "1 object: 1 accepted, 0 refused, 1 problem",
  ]);
});

it("reads no pipes and devices of folders and kustomizations, and no endless file to its end", async () => {
  write({ "a.yaml": map("a"), "k/kustomization.yaml": "resources: [pipe.yaml]\n" });
  execFileSync("mkfifo", [join(folder, "pipe.yaml"), join(folder, "k/pipe.yaml")]);
  symlinkSync("/dev/zero", join(folder, "zero.yaml"));
  expect(await lines()).toEqual([
    expect.stringMatching(/^k\/kustomization\.yaml:1:1: error: accumulating resources/),
    "1 object: 1 accepted, 0 refused, 1 problem",
  ]);
  expect((await runValidate(parseValidateCommand(["/dev/zero"]))).text).toContain(
    "/dev/zero:1:1: error: /dev/zero is larger than 256 MB",
  );
}, 60_000);

/** Runs a function as a user who has no rights of others; false where this process cannot become one. */
async function asNobody(run: () => Promise<void>): Promise<boolean> {
  if (process.getuid?.() !== 0) await run();
  else if (process.seteuid === undefined) return false;
  else {
    process.seteuid(65_534);
    try {
      await run();
    } finally {
      process.seteuid(0);
    }
  }
  return true;
}

it("says of a folder that may not be read that it may not", async (context) => {
  write({ "a.yaml": map("a"), "b/c.yaml": map("c"), "d.yaml": map("d") });
  chmodSync(folder, 0o755);
  chmodSync(join(folder, "b"), 0);
  chmodSync(join(folder, "d.yaml"), 0);
  const isRun = await asNobody(async () =>
    expect(await lines()).toEqual([
      expect.stringMatching(/^b:1:1: error: EACCES: permission denied/),
      expect.stringMatching(/^d\.yaml:1:1: error: EACCES: permission denied/),
      "1 object: 1 accepted, 0 refused, 2 problems",
    ]),
  );
  chmodSync(join(folder, "b"), 0o700);
  if (!isRun) context.skip("this process cannot become another user");
});

it("ends with kustomizations that name themselves, each other, or what is not there", async () => {
  write({
    "a/kustomization.yaml": "resources: [../b]\n",
    "b/kustomization.yaml": "resources: [../a]\n",
    "c/kustomization.yaml": "resources: [.]\n",
    "d/kustomization.yaml": "resources: [nothing.yaml]\n",
    "e/kustomization.yaml": "resources: {\n",
  });
  expect((await lines()).map((line) => line.slice(0, 54))).toEqual([
    "d/kustomization.yaml:1:1: error: accumulating resource",
    "e/kustomization.yaml:1:1: error: invalid Kustomization",
    "b/kustomization.yaml:1:1: error: accumulating resource",
    "c/kustomization.yaml:1:1: error: accumulating resource",
    problem.replace("1 problem", "4 problems"),
  ]);
});

it("takes no time for a regular expression of a kustomization that repeats what repeats", async () => {
  write({
    "kustomization.yaml":
      'resources: [a.yaml]\nimages:\n- {name: "(a+)+b", newTag: "1"}\npatches:\n' +
      '- {target: {name: "(a+)+b"}, patch: "- {op: remove, path: /metadata}"}\n',
    "a.yaml": `apiVersion: v1\nkind: Pod\nmetadata: {name: ${"a".repeat(60)}}\nspec: {containers: [{name: a, image: "${"a".repeat(60)}c"}]}\n`,
  });
  expect(await lines()).toEqual(["1 object: 1 accepted, 0 refused"]);
});

it("judges what each generator of a kustomization makes at the generator", async () => {
  write({
    "kustomization.yaml": [
      "configMapGenerator:",
      "- name: Literals",
      "  literals: [a=b]",
      "- name: Files",
      "  files: [named=a.txt, b.txt]",
      "- name: Envs",
      "  envs: [c.env]",
      "secretGenerator:",
      "- name: Secret",
      "  type: kubernetes.io/tls",
      "  literals: [tls.crt=a]",
      "generatorOptions: {disableNameSuffixHash: true}",
      "",
    ].join("\n"),
    "a.txt": "a",
    "b.txt": "b",
    "c.env": "c=d\n",
  });
  expect((await lines()).map((line) => line.slice(0, 80))).toEqual([
    expect.stringMatching(/^kustomization\.yaml:6:3: error: ConfigMap Envs: metadata.name/),
    expect.stringMatching(/^kustomization\.yaml:4:3: error: ConfigMap Files: metadata.name/),
    expect.stringMatching(/^kustomization\.yaml:2:3: error: ConfigMap Literals: metadata.name/),
    expect.stringMatching(/^kustomization\.yaml:9:3: error: Secret Secret: metadata.name/),
    expect.stringMatching(/^kustomization\.yaml:9:3: error: Secret Secret: data\[tls.key\]/),
    "4 objects: 0 accepted, 4 refused",
  ]);
  write({ "kustomization.yaml": "helmCharts: [{name: a, repo: https://example.com}]\n" });
  expect((await lines())[0]).toMatch(/^kustomization\.yaml:1:1: error: .*[hH]elm/);
});

it("ends with 1 for a pipe that another program writes", () => {
  const script = `printf 'a: [' | ${process.execPath} .config/run.mjs src/node/kubepad.ts validate -; echo $?`;
  expect(execFileSync("/bin/sh", ["-c", script], { encoding: "utf8" })).toMatch(/^stdin:1:1: error[^]*\n1\n$/);
}, 60_000);

it("tells of a kustomization at the line with what cannot be built", async () => {
  write({
    "a/kustomization.yaml": "resources:\n- ok.yaml\n- nothing.yaml\n",
    "a/ok.yaml": map("a"),
    "b/kustomization.yaml": "resources:\n- ../../base\n",
    "c/kustomization.yaml": "resources:\n- ok.yaml\nbogus: 1\n",
    "c/ok.yaml": map("a"),
    "d/kustomization.yaml": "configMapGenerator:\n- name: a\n  files:\n  - key=none.txt\n",
    "e/kustomization.yaml": "resources:\n  - ok.yaml\n  a: [\n",
    "f/kustomization.yaml": "resources:\n- https://example.com/a.yaml\n",
    "g/kustomization.yaml": "resources: [a.yaml, b.yaml]\npatches:\n- path: patch.yaml\n",
    "g/a.yaml": map("a"),
    "g/b.yaml": map("b"),
    "g/patch.yaml": map("c"),
    "over/kustomization.yaml": "resources: [base]\n",
    "over/base/kustomization.yaml": "namePrefix: a-\nresources:\n- nothing.yaml\n",
  });
  expect((await lines()).map((line) => line.split(": error:")[0])).toEqual([
    "a/kustomization.yaml:3:1",
    "b/kustomization.yaml:2:1",
    "c/kustomization.yaml:3:1",
    "d/kustomization.yaml:4:3",
    "e/kustomization.yaml:2:3",
    "f/kustomization.yaml:2:1",
    "g/kustomization.yaml:1:1",
    "over/base/kustomization.yaml:3:1",
    problem.replace("1 problem", "8 problems"),
  ]);
});
