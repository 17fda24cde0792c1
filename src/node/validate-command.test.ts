import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { isRecord } from "../apimachinery/is-record.ts";
import { NotedPaths } from "./noted-paths.ts";
import { diskTreeNoting } from "./tree.ts";
import { parseValidateCommand, runValidate, runValidateCommand } from "./validate-command.ts";

const service = (port: number): string =>
  `apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec:\n  ports:\n  - {port: ${port}, targetPort: 80}\n`;

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "kubepad-validate-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

/** Runs the command in the folder, whose name is left out of what it prints. */
async function run(...args: readonly string[]) {
  const paths = args.map((arg) => (arg.startsWith("@") ? join(folder, arg.slice(1)) : arg));
  const { text, code } = await runValidate(parseValidateCommand(paths));
  return { text: text.replaceAll(`${folder}/`, ""), code };
}

it("reads files, folders and kustomizations, and leaves out what is no manifest", async () => {
  write({
    "web.yaml": service(80),
    "deep/er/other.json": JSON.stringify({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" } }),
    "values.yaml": "replicas: 3\n",
    ".hidden/broken.yaml": "a: [",
    "node_modules/broken.yaml": "a: [",
    "chart/Chart.yaml": "name: chart\nversion: 1.0.0\n",
    "chart/templates/web.yaml": "{{ if .Values.a }}",
    "k/base/kustomization.yaml": "resources: [a.yaml]\n",
    "k/base/a.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: Bad}\n",
    "k/overlay/kustomization.yaml": 'resources: [../base]\nnameSuffix: "-1"\n',
  });
  const { text, code } = await run("@");
  expect(text.replace(/lowercase[^\n]*/, "…").replace(/ {4}hint[^\n]*\n/, "")).toBe(
    'k/base/a.yaml:3:18: error: ConfigMap Bad-1: metadata.name: Invalid value: "Bad-1": a …\n' +
      "3 objects: 2 accepted, 1 refused\n",
  );
  expect(code).toBe(1);
});

it("says how many characters it judges, of files and of what kustomizations are built of", async () => {
  const text = service(80);
  write({ "a.yaml": text, "k/kustomization.yaml": "resources: [b.yaml]\n", "k/b.yaml": text.replace("web", "two") });
  let read = 0;
  await runValidate(parseValidateCommand([folder]), { onRead: (characters) => (read = characters) });
  expect(read).toBe(2 * text.length);
});

it("tells of kustomizations that name each other where the circle is closed", async () => {
  write({ "a/kustomization.yaml": "resources: [../b]\n", "b/kustomization.yaml": "resources: [../a]\n" });
  const { text, code } = await run("@");
  expect(text).toMatch(/^b\/kustomization\.yaml:1:1: error: accumulating resources: .*cycle detected/);
  expect(code).toBe(1);
});

it("takes the example of the documentation as it stands, with its expectations among the policies", async () => {
  const [, chapter = ""] = readFileSync("docs/validate.md", "utf8").split("## Tests of policies\n");
  const [many = "", expectations = ""] = [...chapter.matchAll(/```yaml\n([^]*?)```/g)].map(([, text]) => text);
  const policy = {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingAdmissionPolicy",
    metadata: { name: "few" },
    spec: {
      matchConstraints: {
        resourceRules: [{ apiGroups: ["apps"], apiVersions: ["v1"], operations: ["*"], resources: ["deployments"] }],
      },
      validations: [{ expression: "object.spec.replicas <= 5", message: "at most five" }],
    },
  };
  const binding = {
    apiVersion: policy.apiVersion,
    kind: `${policy.kind}Binding`,
    metadata: { name: "few" },
    spec: { policyName: "few", validationActions: ["Deny"] },
  };
  const few = many
    .replace("name: many", "name: few")
    .replace("replicas: 9", "replicas: 2")
    .replace(/^#.*\n/, "");
  write({
    "policies/few.yaml": `${JSON.stringify(policy)}\n---\n${JSON.stringify(binding)}\n`,
    "policies/expect.yaml": expectations,
    "policies/samples/many.yaml": many,
    "policies/samples/few.yaml": few,
  });
  const args = ["--policy", "@policies/", "--expect", "@policies/expect.yaml", "-n", "shop", "@policies/samples/"];
  expect(await run(...args)).toEqual({
    text: "4 objects: 3 accepted, 0 refused, 1 refused as expected\n",
    code: 0,
  });
});

it("takes policies that change, warn and refuse, with the flags that serve the beta ones", async () => {
  const constraints = `matchConstraints: {resourceRules: [{apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods]}]}`;
  const [v1, beta] = ["v1", "v1beta1"].map((version) => `apiVersion: admissionregistration.k8s.io/${version}\n`);
  const binding = (stage: string, action: string): string =>
    `---\n${v1}kind: ValidatingAdmissionPolicyBinding\nmetadata: {name: tags-${stage}}\nspec: {policyName: tags, ` +
    `validationActions: [${action}], matchResources: {namespaceSelector: {matchLabels: {stage: ${stage}}}}}\n`;
  const namespace = (stage: string): string =>
    `apiVersion: v1\nkind: Namespace\nmetadata: {name: ${stage}, labels: {stage: ${stage}}}\n---\n`;
  const pod = (name: string, expected: string, image: string): string =>
    `---\n# kubepad: ${expected}\napiVersion: v1\nkind: Pod\nmetadata: {name: a, namespace: ${name}}\n` +
    `spec: {containers: [{name: a, image: "${image}"}]}\n`;
  write({
    "p.yaml":
      `${v1}kind: ValidatingAdmissionPolicy\nmetadata: {name: tags}\nspec:\n  ${constraints}\n  validations:\n` +
      `  - {expression: "object.spec.containers.all(c, c.image.contains(':'))", message: images need a tag}\n` +
      binding("test", "Warn, Audit") +
      binding("prod", "Deny") +
      `---\n${beta}kind: MutatingAdmissionPolicy\nmetadata: {name: owner}\nspec:\n  ${constraints}\n` +
      "  reinvocationPolicy: IfNeeded\n  mutations:\n  - patchType: ApplyConfiguration\n    applyConfiguration:\n" +
      `      expression: "Object{metadata: Object.metadata{labels: {'owner': 'team'}}}"\n` +
      `---\n${beta}kind: MutatingAdmissionPolicyBinding\nmetadata: {name: owner}\nspec: {policyName: owner}\n`,
    "s.yaml":
      namespace("test") +
      namespace("prod") +
      pod("test", "warned: images need a tag", "nginx") +
      pod("prod", "refused: images need a tag", "nginx") +
      pod("other", "becomes: {metadata: {labels: {owner: team}}}", "nginx"),
  });
  const flags = readFileSync("docs/validate.md", "utf8").match(/--runtime-config\s\S+|--feature-gates [\w=]+/g) ?? [];
  const served = flags.flatMap((flag) => flag.split(/\s/));
  const { text, code } = await run(...served, "--policy", "@p.yaml", "@s.yaml");
  expect({ text, code }).toEqual({ text: "10 objects: 9 accepted, 0 refused, 1 refused as expected\n", code: 0 });
});

it("notes all that it reads, so that --watch sees changes of it: beside a kustomization, replaced, gone and new", async () => {
  const map = (name: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\n`;
  write({ "base/kustomization.yaml": "resources: [a.yaml]\n", "base/a.yaml": map("a") });
  write({ "web/kustomization.yaml": "resources: [../base]\n", "web/.editor.swp": "", "policies/p.yaml": map("p") });
  write({ "expect.yaml": "- {kind: ConfigMap, name: a, accepted: true}\n" });
  const at = (name: string): string => join(folder, name);
  const args = ["web", "--policy", "policies", "--expect", "expect.yaml", "--context-from", "policies/p.yaml"];
  const paths = args.map((arg) => (arg.startsWith("--") ? arg : at(arg)));
  const noted = new NotedPaths();
  const tree = diskTreeNoting((path) => noted.note(path));
  const changes: readonly (readonly [change: () => void, path: string])[] = [
    [() => write({ "base/a.yaml": map("b") }), "base/a.yaml"],
    [() => renameSync(at("base/a.yaml"), at("base/b.yaml")), "base"],
    [() => write({ "base/a.yaml": map("a") }), "base"],
    [() => write({ "web/kustomization.yml": "" }), "web"],
    [() => write({ "policies/more/q.yaml": map("q") }), "policies"],
    [() => write({ "policies/more/r.yaml": map("r") }), "policies/more"],
    [() => write({ "expect.yaml": "[]\n" }), "expect.yaml"],
    [() => rmSync(at("web"), { recursive: true }), "web"],
  ];
  for (const [change, path] of changes) {
    await runValidate(parseValidateCommand(paths), { tree }).catch(() => undefined);
    change();
    const seen = await noted.change(5);
    expect(seen.startsWith(at(path)), `${seen} in place of ${path}`).toBe(true);
  }
  await expect(runValidate(parseValidateCommand(paths), { tree })).rejects.toThrow("does not exist");
  write({ "web/kustomization.yaml": "resources: [../base]\n" });
  expect(await noted.change(5)).toBe(at("web"));
});

it("says what a named file lacks that is no manifest", async () => {
  write({ "values.yaml": "replicas: 3\n" });
  const { text, code } = await run("@values.yaml");
  expect(text).toContain("values.yaml:1:1: error:");
  expect(code).toBe(1);
});

it("ends with 0 for what is accepted, and with 1 for warnings where they are to fail", async () => {
  write({
    "pod.yaml":
      "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  containers:\n  - name: a\n    image: b\n    env:\n    - {name: A, value: b}\n    - {name: A, value: c}\n",
  });
  expect((await run("@pod.yaml")).code).toBe(0);
  const { text, code } = await run("--fail-on-warnings", "@pod.yaml");
  expect(text).toContain("pod.yaml:10:7: warning: Pod a: spec.containers[0].env[1]: hides previous definition");
  expect(code).toBe(1);
});

it("ends with 2 where it cannot run", async () => {
  expect(await runValidateCommand("kubepad", ["validate", join(folder, "none.yaml")])).toBe(2);
  expect(await runValidateCommand("kubepad", ["validate"])).toBe(2);
  expect(await runValidateCommand("kubepad", ["validate", "--as", "replace", folder])).toBe(2);
  expect(await runValidateCommand("kubepad", ["validate", "--watch", "-"])).toBe(2);
  const missing = parseValidateCommand(["--expect", join(folder, "none.yaml"), "-o", "json", folder]);
  write({ "a.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n" });
  await expect(runValidate(missing)).rejects.toThrow(/^the path ".*none\.yaml" does not exist$/);
  rmSync(join(folder, "a.yaml"));
  expect(await runValidateCommand("kubepad", ["validate", folder])).toBe(2);
  write({ "web.yaml": service(80) });
  expect(await runValidateCommand("kubepad", ["validate", "--feature-gates", "None=true", folder])).toBe(2);
  expect(await runValidateCommand("kubepad", ["validate", "--help"])).toBe(0);
});

it("writes reports for programs", async () => {
  write({
    "web.yaml": `# Source: chart/templates/web.yaml\n${service(0)}`,
    "fine.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n",
  });
  const json: unknown = JSON.parse((await run("-o", "json", "@")).text);
  expect(json).toMatchObject({ passed: false, totals: { objects: 2, accepted: 1, refused: 1 } });
  const sarif: unknown = JSON.parse((await run("-o", "sarif", "@")).text);
  expect(sarif).toMatchObject({
    version: "2.1.0",
    runs: [
      {
        results: [
          {
            ruleId: "FieldValueInvalid",
            level: "error",
            locations: [{ physicalLocation: { region: { startLine: 7, startColumn: 12, endLine: 7, endColumn: 13 } } }],
          },
        ],
      },
    ],
  });
  expect((await run("-o", "junit", "@")).text).toContain(
    '<testsuite name="web.yaml" tests="1" failures="1" errors="0">\n    <testcase classname="web.yaml" name="Service web (line 2)"><failure type="FieldValueInvalid"',
  );
  expect((await run("-o", "github", "@")).text).toMatch(
    /^::error file=web\.yaml,line=7,endLine=7,col=12,endColumn=13,title=FieldValueInvalid::spec\.ports\[0\]\.port: Invalid value: 0/,
  );
  expect((await run("-o", "tap", "@")).text).toMatch(
    /^TAP version 14\n1\.\.2\nok 1 - ConfigMap a \(fine\.yaml:1\)\nnot ok 2 - Service web \(web\.yaml:2\)\n  ---\n/,
  );
  expect((await run("@")).text).toContain(
    "web.yaml:7:12: error: Service web: (chart/templates/web.yaml) spec.ports[0].port",
  );
  expect(isRecord(json)).toBe(true);
});

it("takes expectations from a file", async () => {
  write({
    "web.yaml": service(0),
    "expect.yaml": "- kind: Service\n  name: web\n  refused: must be between 1 and 65535\n",
    "wrong.yaml":
      "- kind: Service\n  name: web\n  refused: something else\n- {kind: Pod, name: none, accepted: true}\n",
  });
  expect(await run("--expect", "@expect.yaml", "@web.yaml")).toEqual({
    text: "1 object: 0 accepted, 0 refused, 1 refused as expected\n",
    code: 0,
  });
  const { text, code } = await run("--expect", "@wrong.yaml", "@web.yaml");
  expect(text).toContain('wrong.yaml:1:3: error: Service web: it was expected to be refused with "something else"');
  expect(text).toContain("wrong.yaml:4:3: error: there is no Pod none among the manifests");
  expect(code).toBe(1);
});

it("validates changes from a revision of Git", async () => {
  const git = (...args: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.test", ...args], { cwd: folder });
  const claim = (access: string): string =>
    `apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: a}\nspec:\n  accessModes: [${access}]\n  resources: {requests: {storage: 1Gi}}\n`;
  write({
    "deploy/a.yaml": claim("ReadWriteOnce"),
    "k/kustomization.yaml": "resources: [b.yaml]\n",
    "k/b.yaml": claim("ReadWriteOnce"),
  });
  git("init", "--quiet", "--initial-branch=main");
  git("add", ".");
  git("commit", "--quiet", "--message=first");
  write({ "deploy/a.yaml": claim("ReadWriteMany"), "k/b.yaml": claim("ReadWriteMany") });
  const outside = mkdtempSync(join(tmpdir(), "kubepad-validate-"));
  writeFileSync(join(outside, "a.yaml"), claim("ReadWriteOnce"));
  const before = process.cwd();
  process.chdir(folder);
  try {
    expect((await run("deploy", "k")).code).toBe(0);
    const { text } = await run("--update-from", "main", "deploy", "k");
    expect(text).toMatch(
      /^deploy\/a\.yaml:4:1: error: PersistentVolumeClaim a: spec: Forbidden: spec is immutable after creation/m,
    );
    expect(text).toMatch(
      /^k\/b\.yaml:4:1: error: PersistentVolumeClaim a: spec: Forbidden: spec is immutable after creation/m,
    );
    await expect(run("--update-from", "none", "deploy")).rejects.toThrow('"none" is neither a path nor a revision');
    process.chdir("k");
    for (const path of ["../deploy", join(process.cwd(), "../deploy/a.yaml"), "../deploy/../deploy/"])
      expect((await run("--update-from", "main", path)).text, path).toContain("spec is immutable after creation");
    expect((await run("--update-from", "main", ".")).text).toContain("spec is immutable after creation");
    await expect(run("--update-from", "main", outside)).rejects.toThrow("is not in the repository that has main");
  } finally {
    process.chdir(before);
    rmSync(outside, { recursive: true });
  }
});
