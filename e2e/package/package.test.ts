import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { build, preview } from "vite";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumArguments, ensureHeadlessChromium } from "../../.config/chromium.mjs";
import { folder as library, packageBin, packageExports, packageTypes, peers } from "../../.config/package/entries.mjs";
import { checkerEnvironment, checkerOptions } from "../../.config/type-checker.mjs";
import manifest from "../../package.json" with { type: "json" };
import { deadLinks } from "../../.config/docs/dead-links.ts";
import { describeDockerfile } from "./describe-dockerfile.ts";
import { describeRunners } from "./describe-runners.ts";
import { createScratchProject, examplesOf, type ScratchProject } from "./scratch-project.ts";

// Runs on the built package: `npm run package` first, or `npm test -- --only package`.
let project: ScratchProject;
/** Nothing here depends on how fast the machine is, but most tests run programs of other packages. */
const patient = { timeout: 300_000 };
const examples = examplesOf("docs/package.md");

beforeAll(async () => {
  project = await createScratchProject();
  for (const [name, code] of examples) project.write(`examples/${name}`, code);
}, patient.timeout);

afterAll(() => project.remove());

const scripts = (): readonly string[] =>
  readdirSync(join(project.folder, "node_modules/kubepad", library), { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".js"),
  );
const textOf = (file: string): string =>
  readFileSync(join(project.folder, "node_modules/kubepad", library, file), "utf8");

describe("the packed files", () => {
  test("are the library, its declarations and its notices", () => {
    const others = project.files.filter((file) => !file.startsWith(`${library}/`));
    const documents = others.filter((file) => file.startsWith("docs/"));
    expect(documents).toContain("docs/package.md");
    expect(others.filter((file) => !file.startsWith("docs/")).toSorted()).toEqual([
      "CHANGELOG.md",
      "LICENSE",
      "NOTICE",
      "README.md",
      "ci/github/action.yml",
      "ci/gitlab/validate.yml",
      "e2e/ui/readme-picture.png",
      "package.json",
    ]);
    expect(project.files).toContain(`${library}/THIRD-PARTY-LICENSES.txt`);
    expect(project.files.filter((file) => /\.test|testing\/describe|\.map$/.test(file))).toEqual([]);
  });

  test("have no dead links: to files that are not packed, or to headings that are not there", () => {
    const packed = join(project.folder, "node_modules/kubepad");
    expect(deadLinks(packed, project.files)).toEqual([]);
  });

  test("are the exports of package.json, which has no dependencies", () => {
    expect(manifest.exports).toEqual(packageExports());
    expect(manifest.typesVersions).toEqual(packageTypes());
    expect(manifest.bin).toEqual(packageBin());
    expect(manifest).not.toHaveProperty("dependencies");
    expect(manifest).not.toHaveProperty("private");
    expect(Object.keys(manifest.peerDependencies)).toEqual(peers);
  });

  test("do not name the folder they were built in", () => {
    const root = join(import.meta.dirname, "../..");
    expect(scripts().filter((file) => textOf(file).includes(root))).toEqual([]);
  });

  test("are right for publint", async () => {
    const { messages } = await publint({
      pkgDir: join(project.folder, "node_modules/kubepad"),
      pack: false,
      strict: true,
    });
    expect(messages.map((message) => formatMessage(message, manifest))).toEqual([]);
  });

  test("are right for are-the-types-wrong", patient, async () => {
    const attw = join(import.meta.dirname, "../../node_modules/@arethetypeswrong/cli/dist/index.js");
    // Node requires ESM too (the condition "module-sync"), which the declarations say; CommonJS is for Jest alone
    const options = ["--profile", "esm-only", "--format", "ascii", "--ignore-rules", "false-esm"];
    const { status, output } = await project.run("node", [attw, project.tarball, ...options]);
    expect({ status, output }).toEqual({ status: 0, output: expect.any(String) });
  });
});

describe("TypeScript in strict mode", () => {
  const withDom = ["ES2023", "ESNext.Disposable", "DOM"];
  const modules = {
    nodenext: { module: "nodenext" },
    bundler: { module: "esnext", moduleResolution: "bundler" },
  } as const;
  const allExamples = [...examples.keys()]
    .filter((file) => file.endsWith(".ts") && !file.startsWith("jest/"))
    .map((file) => `examples/${file}`);

  // The declarations of @kubernetes/client-node, which an example uses, cannot be checked: they need @types/ws.
  test.each([
    { what: "the examples", resolution: "nodenext", lib: withDom, skipLibCheck: true, files: allExamples },
    { what: "the examples", resolution: "bundler", lib: withDom, skipLibCheck: true, files: allExamples },
    { what: "all declarations", resolution: "nodenext", lib: withDom, skipLibCheck: false, files: ["every-entry.ts"] },
    { what: "those for Node", resolution: "nodenext", lib: ["ES2023"], skipLibCheck: false, files: ["without-dom.ts"] },
  ] as const)(
    "compiles $what with the resolution $resolution and $lib",
    patient,
    async ({ resolution, lib, skipLibCheck, files }) => {
      const options = { strict: true, noEmit: true, skipLibCheck, target: "ES2023", types: ["node"], lib };
      project.copy("e2e/package/consumer");
      const paths = files.map((file) => (file.includes("/") ? file : `e2e/package/consumer/${file}`));
      project.write(
        "tsconfig.json",
        JSON.stringify({ compilerOptions: { ...options, ...modules[resolution] }, files: paths }),
      );
      const checked = await project.run("tsc", ["-p", ".", ...checkerOptions], checkerEnvironment);
      expect(checked).toEqual({ status: 0, output: "" });
    },
  );
});

describe("under Node", () => {
  test("a program uses the library", patient, async () => {
    const { status, output } = await project.run("node", ["examples/server.mjs"]);
    expect(output).toMatch(/^v1\.34\.\d+\+kubepad\n$/);
    expect(status).toBe(0);
  });

  test("the command has a usage, and refuses what it does not know", patient, async () => {
    expect(await project.run("kubepad", ["--help"])).toEqual({
      status: 0,
      output: expect.stringMatching(/^Usage: kubepad \[serve\]/),
    });
    const refused = await project.run("kubepad", ["serve", "--nonsense"]);
    expect(refused).toEqual({ status: 1, output: expect.stringContaining("Unknown option '--nonsense'") });
  });

  test("the command copies objects between YAML, a folder and a file", patient, async () => {
    project.write("in.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  mode: dark\n");
    const outcomes = [
      await project.run("kubepad", ["import", "--storage", "one", "in.yaml"]),
      await project.run("kubepad", ["export", "--storage", "one", "a.kubepad"]),
      await project.run("kubepad", ["import", "--storage", "two", "a.kubepad"]),
      await project.run("kubepad", ["export", "--storage", "two", "out.yaml"]),
    ];
    expect(outcomes).toEqual([
      { status: 0, output: "ConfigMap a created\n" },
      { status: 0, output: "objects exported from one: 1\n" },
      { status: 0, output: "ConfigMap default/a created\n" },
      { status: 0, output: "objects exported from two: 1\n" },
    ]);
    expect(readFileSync(join(project.folder, "out.yaml"), "utf8")).toContain("mode: dark");
  });

  test("the command tests lessons, and tells the line of a claim that is wrong", patient, async () => {
    const lesson = (phase: string): string =>
      `---\ntitle: A page\n---\n\n\`\`\`http\nGET /api/v1/namespaces/default\n---\n200 OK\n\n{"status": {"phase": "${phase}"}}\n\`\`\`\n`;
    project.write("good.md", lesson("Active"));
    project.write("bad.md", lesson("Asleep"));
    const good = await project.run("kubepad", ["test", "good.md"]);
    expect(good).toEqual({
      status: 0,
      output: expect.stringMatching(/✓ good\.md .*\n1 passed, 0 failed, 2 claims\n$/),
    });
    const bad = await project.run("kubepad", ["test", "good.md", "bad.md"]);
    expect(bad).toEqual({ status: 1, output: expect.stringContaining("bad.md:10: status.phase") });
  });

  test("node:test runs tests on it", patient, async () => {
    const { status, output } = await project.run("node", [
      "--test",
      "examples/events.test.mjs",
      "examples/recorded.test.mjs",
    ]);
    expect(output).toMatch(/pass 4\b/);
    expect(status).toBe(0);
  });

  test("Vitest runs tests on it, and those of a controller on client-node", patient, async () => {
    for (const path of ["e2e/package/consumer", "e2e/client-node/site-controller.ts"]) project.copy(path);
    const files = ["quota.test", "labels.test", "retries.test", "races.test", "site-controller.test"];
    const options = ["--testTimeout=120000", "--hookTimeout=120000", "--retry=1"];
    const { status, output } = await project.run("vitest", [...files, ...options]);
    expect({ status, output }).toEqual({ status: 0, output: expect.stringMatching(/Test Files {2}5 passed/) });
  });
});

describe("in a browser", () => {
  test("Playwright has it as a fixture", patient, async () => {
    const config = {
      testMatch: "**/*.spec.ts",
      reporter: "line",
      timeout: 120_000,
      expect: { timeout: 30_000 },
      retries: 1,
      use: { launchOptions: { executablePath: ensureHeadlessChromium(), args: chromiumArguments } },
    };
    project.write("playwright.config.ts", `export default ${JSON.stringify(config)};`);
    project.copy("e2e/package/consumer");
    const { status, output } = await project.run("playwright", []);
    expect({ status, output }).toEqual({ status: 0, output: expect.stringMatching(/\d+ passed/) });
  });

  test("a page that Vite builds has the server in its worker", patient, async () => {
    project.write("vite/main.ts", examples.get("main.ts") ?? "");
    project.write("vite/index.html", '<!doctype html><script type="module" src="./main.ts"></script>');
    const root = join(project.folder, "vite");
    await build({ root, configFile: false, logLevel: "error" });
    const site = await preview({ root, configFile: false, logLevel: "error", preview: { host: "127.0.0.1", port: 0 } });
    const browser = await chromium.launch({ executablePath: ensureHeadlessChromium(), args: [...chromiumArguments] });
    try {
      const page = await browser.newPage();
      await page.goto(site.resolvedUrls?.local[0] ?? "");
      await page.waitForFunction(() => document.title !== "");
      expect(await page.title()).toBe("default");
    } finally {
      await browser.close();
      await site.close();
    }
  });
});

// What is packed and installed once serves these tests too, which takes npm several seconds.
describeRunners(() => project);
describeDockerfile(() => project);
