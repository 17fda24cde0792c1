import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { testLessons, type TestOptions } from "./test-lessons.ts";

const folders: string[] = [];
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })));

/** Writes files into a folder of their own. */
function written(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "kubepad-test-"));
  folders.push(folder);
  for (const [name, text] of Object.entries({ ".git/HEAD": "", ...files })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

/** Runs a folder, or a file of it, and returns whether it passed and what was printed, without times and folders. */
async function run(folder: string, options: Partial<TestOptions> = {}, ...names: readonly string[]) {
  const lines: string[] = [];
  const paths = names.length === 0 ? [folder] : names.map((name) => join(folder, name));
  const all = { paths, strict: false, junit: "", github: false, record: false, waitMs: 500, ...options };
  const passed = await testLessons(all, (line) => lines.push(...line.split("\n")));
  return { passed, lines: lines.map((line) => line.replaceAll(`${folder}/`, "").replace(/\) \d+ ms$/, ")")) };
}

const sh = (text: string): string => `\`\`\`sh\n${text}\n\`\`\`\n`;
const version = "# Version\n\n```http\nGET /version\n```\n";
const mixed = `# Mixed\n\n${sh("kubectl get ns default -o name\nvagrant start")}`;

test("a folder is run with what ran, what did not and why, and totals", async () => {
  const folder = written({
    "a.md": mixed,
    "deep/b.md": sh("docker ps"),
    "deep/c.markdown": "# Nothing\n\n```yaml\na: b\n```\n",
    "d.md": sh("kubectl get nosuch -o name --ignore-not-found=oops"),
    "notes.txt": "x",
    "node_modules/x/e.md": mixed,
    ".hidden/f.md": mixed,
  });
  expect(await run(folder)).toEqual({
    passed: false,
    lines: [
      "✓ a.md  Mixed (1 step, 1 claim)",
      "  a.md:5: not run: there is no program vagrant here",
      "    $ vagrant start",
      expect.stringMatching(/^✗ d\.md {2}.* \(1 step, 1 claim\)$/),
      "  d.md:2: the exit code",
      "    expected  0",
      expect.stringMatching(/^ {4}got {7}1: error: invalid argument "oops"/),
      expect.anything(),
      "",
      expect.stringMatching(/^ {4}\| \$ kubectl get nosuch/),
      expect.stringMatching(/^ {4}\| error: invalid/),
      expect.stringMatching(/^ {4}\| See/),
      expect.stringMatching(/^– deep\/b\.md/),
      "  deep/b.md:2: not run: there is no program docker here",
      "    $ docker ps",
      "1 file with nothing to run",
      "4 command lines: 1 passed, 1 failed, 2 not run",
      "1 passed, 1 failed, 1 not run, 2 claims",
    ],
  });
});

test("what did not run fails a strict run, as does a file without anything that runs", async () => {
  const folder = written({ "a.md": mixed, "b.md": sh("docker ps"), "c.md": "# Nothing\n", "d.md": version });
  expect((await run(folder, {}, "a.md")).passed).toBe(true);
  expect((await run(folder, { strict: true }, "a.md")).passed).toBe(false);
  expect((await run(folder, {}, "b.md")).lines.at(-1)).toBe("0 passed, 0 failed, 1 not run, 0 claims");
  expect((await run(folder, { strict: true }, "b.md")).passed).toBe(false);
  expect((await run(folder, { strict: true }, "d.md")).passed).toBe(true);
  expect(await run(folder, {}, "c.md")).toEqual({
    passed: false,
    lines: ["✗ c.md:1: nothing in this file runs", "0 passed, 1 failed, 0 claims"],
  });
  expect((await run(folder, {}, "e.md")).lines[0]).toBe("✗ e.md:1: there is no such file");
});

test("the lines of a lesson behind a step that fails did not run", async () => {
  const lesson =
    "---\ntitle: T\n---\n```console\n$ kubectl get ns nothing -o name\nx\n```\n\n```console\n$ kubectl version\n```\n";
  const { lines } = await run(written({ "a.md": lesson }));
  expect(lines).toContain("  a.md:10: not run: a step before it failed");
  expect(lines).toContain("2 command lines: 0 passed, 1 failed, 1 not run");
});

const pod = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n";
const apply = `${sh("kubectl apply -f https://k8s.io/examples/a.yaml")}\n\`\`\`\nconfigmap/a created\n\`\`\`\n`;

test("addresses are read below the folder of the site, and of the page without one", async () => {
  const files = "files: {https://k8s.io/examples/: EXAMPLES}\n";
  const site = written({
    "kubepad.yaml": files.replace("EXAMPLES", "examples"),
    "examples/a.yaml": pod,
    "docs/tasks/a.md": apply,
  });
  expect((await run(site, {}, "docs/tasks/a.md")).passed).toBe(true);
  const own = written({
    "out.yaml": pod,
    "docs/a.md": `---\n${files.replace("EXAMPLES", ".")}---\n${apply}`,
    "docs/b.md": `---\n${files.replace("EXAMPLES", "..")}---\n${apply.replace("a.yaml", "out.yaml")}`,
    "docs/c.md": `---\n${files.replace("EXAMPLES", ".")}---\n${apply.replace("a.yaml", "link.yaml")}`,
    "docs/a.yaml": pod,
  });
  symlinkSync(join(own, "out.yaml"), join(own, "docs/link.yaml"));
  expect((await run(own, {}, "docs/a.md")).passed).toBe(true);
  for (const name of ["docs/b.md", "docs/c.md"]) {
    const { passed, lines } = await run(own, {}, name);
    expect([passed, lines.join("\n")]).toEqual([false, expect.stringContaining("is not there")]);
  }
  const broken = written({ "kubepad.yaml": "file: {}", "a.md": apply });
  expect((await run(broken)).lines[0]).toMatch(/^✗ a\.md:1: .*kubepad\.yaml:1: file is not known/);
});

test("reports are written for JUnit, and annotations for GitHub", async () => {
  const folder = written({
    "a,b.md": `${sh('helm ls <x> & echo "a"\nkubectl get ns default -o name')}\n\`\`\`\nx 100%\n\`\`\`\n`,
    "c.md": version,
    "d.md": "---\nseed: 5\n---\n" + version,
  });
  const junit = join(folder, "report.xml");
  const { lines } = await run(folder, { junit, github: true });
  expect(lines.filter((line) => line.startsWith("::"))).toEqual([
    "::error file=a%2Cb.md,line=7::the output%0Aexpected  x 100%25%0Agot       namespace/default",
    `::warning file=a%2Cb.md,line=2::not run: the reader puts something in for <x>%0A$ helm ls <x> & echo "a"`,
    expect.stringMatching(/^::error file=d\.md,line=2::seed is a list of objects/),
  ]);
  const xml = readFileSync(junit, "utf8")
    .replaceAll(`${folder}/`, "")
    .replace(/time="[\d.]+"/g, "time");
  expect(xml).toContain('<testsuite name="a,b.md" tests="2" failures="1" skipped="1" errors="0" time>');
  expect(xml).toContain('name="2: helm ls &lt;x&gt; &amp; echo &quot;a&quot;"><skipped message="a,b.md:2: not run');
  expect(xml).toContain('<testcase classname="c.md" name="3: Version: request"/>');
  expect(xml).toContain('<error message="d.md:2: seed is a list of objects');
  const strict = await run(folder, { junit, github: true, strict: true });
  expect(strict.lines.filter((line) => line.startsWith("::warning"))).toEqual([]);
  expect(readFileSync(junit, "utf8")).not.toContain("<skipped");
});

test("outputs are recorded where they differ, and all other characters stay", async () => {
  const before = [
    "\uFEFF# Page  ",
    "",
    "```sh",
    "kubectl create ns demo",
    "```",
    "",
    "```",
    "```",
    "",
    "1. In a list",
    "",
    "   ```console",
    "   $ kubectl get ns demo -o name",
    "   old",
    "   older",
    "   $ kubectl get ns demo",
    "   NAME  STATUS  AGE",
    "   demo  Active  5y",
    "   ```",
    "",
    "> ```sh",
    "> kubectl get ns demo -o name; echo two",
    "> ```",
    "> ```text",
    "> old",
    "> ```",
    "",
    "```sh",
    "kubectl get ns demo --output=nothing",
    "```",
    "no line feed at the end",
  ].join("\r\n");
  const after = before
    .replace("```\r\n```\r\n\r\n1.", "```\r\nnamespace/demo created\r\n```\r\n\r\n1.")
    .replace("   old\r\n   older", "   namespace/demo")
    .replace("> old", "> namespace/demo\r\n> two");
  const folder = written({ "a.md": before });
  const { passed, lines } = await run(folder, { record: true });
  expect(readFileSync(join(folder, "a.md"), "utf8")).toBe(after);
  expect([passed, lines[0], lines.at(-2)]).toEqual([
    false,
    "a.md: 3 outputs recorded",
    "5 command lines: 4 passed, 1 failed, 0 not run",
  ]);
  await run(folder, { record: true });
  expect(readFileSync(join(folder, "a.md"), "utf8")).toBe(after);
});

const ofCourse = (links: string): string => `---\ntitle: Two\ncourse: true\n---\n\n${links}\n`;

test("a course is checked with its lessons, each of which runs once", async () => {
  const folder = written({
    "course.md": ofCourse("- [One](lessons/one.md)\n- [Two](lessons/two.md)"),
    "lessons/one.md": version,
    "lessons/two.md": version,
  });
  const ran = await run(folder, {}, "course.md", "lessons/two.md");
  expect(ran.passed).toBe(true);
  expect(ran.lines.filter((line) => /^[✓✗]/.test(line))).toEqual([
    "✓ course.md: a course of 2 lessons",
    expect.stringMatching(/^✓ lessons\/two\.md/),
    expect.stringMatching(/^✓ lessons\/one\.md/),
  ]);
  expect(ran.lines.at(-1)).toBe("2 passed, 0 failed, 2 claims");
});

test("a course without one of its lessons fails at the line of the lesson", async () => {
  const folder = written({ "course.md": ofCourse("- [One](one.md)\n- [Two](two.md)"), "one.md": version });
  const { passed, lines } = await run(folder);
  expect(passed).toBe(false);
  expect(lines).toContain("✗ course.md:7: the course has two.md, which is not there");
});

test("an object that a second server refuses is told at its line", async () => {
  const front = "---\ntitle: T\nserver:\n  extensions:\n    v1.example.com:\n";
  const folder = written({ "a.md": `${front}      - {apiVersion: v1, kind: Lamp}\n---\n${version}` });
  expect((await run(folder)).lines[0]).toBe('✗ a.md:6: v1.example.com: no matches for kind "Lamp" in version "v1"');
});

test("ages are told by the time of a page's world, and an addon of minikube is installed", async () => {
  const folder = written({
    "fast.md": [
      "---\npage: true\nserver: { controllers: ['*'], speed: 200 }\n---\n",
      "```shell\n$ minikube addons enable metrics-server\n🌟  The 'metrics-server' addon is enabled\n```\n",
      "```shell\n$ kubectl wait --for=condition=Available apiservice/v1beta1.metrics.k8s.io --timeout=60s\n",
      "apiservice.apiregistration.k8s.io/v1beta1.metrics.k8s.io condition met\n```\n",
      "```shell\n$ kubectl -n kube-system describe deployment metrics-server | grep -c invalid\n0\n```\n",
      "```shell\n$ minikube addons disable metrics-server\n",
      "$ kubectl get apiservice v1beta1.metrics.k8s.io --ignore-not-found -o name\n```\n",
    ].join(""),
  });
  const { lines } = await run(folder, { waitMs: 5_000 });
  expect(lines.filter((line) => /expected|got|not run:/.test(line))).toEqual([]);
});
