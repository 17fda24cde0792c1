import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  CodeActionRequest,
  CompletionRequest,
  HoverRequest,
  type CodeAction,
  type CompletionItem,
  type Diagnostic,
  type Position,
} from "vscode-languageserver-protocol/node";
import { openEditor, type Editor } from "./editor.ts";

const policy = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: {name: few}
spec:
  matchConstraints:
    resourceRules:
    - {apiGroups: [apps], apiVersions: [v1], operations: [CREATE, UPDATE], resources: [deployments]}
  validations:
  - expression: object.spec.replicas <= 5
    message: at most five
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: {name: few}
spec: {policyName: few, validationActions: [Deny]}
`;

const definition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.a.test}
spec:
  group: a.test
  scope: Namespaced
  names: {plural: widgets, singular: widget, kind: Widget}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              size:
                description: How large the widget is.
                type: string
                enum: [small, large]
              names:
                type: array
                items:
                  type: string
`;

const costly = `${definition}                x-kubernetes-validations:
                - rule: self.all(a, self.all(b, a == b || !a.contains(b)))
`;

const deployment = (replicas: number): string => `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: ${replicas}
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
      - name: web
        image: nginx
        imagePullPolicy: Always
`;

const files: Readonly<Record<string, string>> = {
  "policies/few.yaml": policy,
  "definition.yaml": definition,
  "web.yaml": deployment(2),
  "shop/base/kustomization.yaml": "resources: [web.yaml]\n",
  "shop/base/web.yaml": deployment(2),
  "shop/overlay/kustomization.yaml": "resources: [../base]\nnamePrefix: my-\n",
};

let folder = "";
let editor: Editor;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "kubepad-lsp-"));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  editor = await openEditor(folder);
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true }));

const textOf = ({ message }: Diagnostic): string => (typeof message === "string" ? message : message.value);

const shortly = (diagnostic: Diagnostic): string =>
  `${diagnostic.range.start.line}:${diagnostic.range.start.character} ${textOf(diagnostic).split("\n")[0] ?? ""}`;

async function show(file: string, text: string): Promise<readonly string[]> {
  editor.change(file, text);
  return (await editor.shown(file)).map(shortly);
}

const textDocumentOf = (file: string) => ({ uri: editor.uriOf(file) });

async function fixes(file: string, line: number): Promise<readonly CodeAction[]> {
  const range = { start: { line, character: 0 }, end: { line, character: 0 } };
  const params = { textDocument: textDocumentOf(file), range, context: { diagnostics: [] } };
  const actions = (await editor.connection.sendRequest(CodeActionRequest.type, params)) ?? [];
  return actions.filter((action): action is CodeAction => "edit" in action);
}

/** The text after a code action. */
function changed(file: string, text: string, { edit }: CodeAction): string {
  const edits = edit?.changes?.[editor.uriOf(file)] ?? [];
  const starts = text.split("\n").reduce<number[]>((all, line) => [...all, (all.at(-1) ?? 0) + line.length + 1], [0]);
  const offset = ({ line, character }: Position): number => (starts[line] ?? text.length) + character;
  return edits.reduce(
    (now, { range, newText }) => now.slice(0, offset(range.start)) + newText + now.slice(offset(range.end)),
    text,
  );
}

async function completions(file: string, position: Position): Promise<readonly CompletionItem[]> {
  const found = await editor.connection.sendRequest(CompletionRequest.type, {
    textDocument: textDocumentOf(file),
    position,
  });
  return Array.isArray(found) ? found : (found?.items ?? []);
}

const labels = (items: readonly CompletionItem[]) => items.map(({ label }) => label);

test("an open document shows what the server says of it, beside the other files of the folder", async () => {
  editor.open("web.yaml", deployment(2));
  expect(await editor.shown("web.yaml")).toEqual([]);
  expect(await show("web.yaml", deployment(-1))).toEqual([
    "5:12 spec.replicas: Invalid value: -1: must be greater than or equal to 0",
  ]);
  expect(await show("web.yaml", deployment(3))).toEqual([]);
}, 60_000);

test("what a policy refuses leads to the rule in its own file", async () => {
  editor.change("web.yaml", deployment(9));
  const [refused] = await editor.shown("web.yaml");
  expect(refused?.message).toContain("at most five");
  expect(refused?.relatedInformation).toEqual([
    {
      location: {
        uri: editor.uriOf("policies/few.yaml"),
        range: { start: { line: 8, character: 16 }, end: { line: 8, character: 41 } },
      },
      message: "rule of ValidatingAdmissionPolicy few: object.spec.replicas <= 5",
    },
  ]);
});

test("a policy that is changed in the editor counts at once", async () => {
  await show("web.yaml", deployment(9));
  editor.open("policies/few.yaml", policy.replaceAll("5", "10"));
  expect(await editor.shown("policies/few.yaml")).toEqual([]);
  expect(await show("web.yaml", `${deployment(9)}# again\n`)).toEqual([]);
});

test("unknown fields are renamed to the nearest ones, and unknown kinds, too", async () => {
  const text = deployment(2).replace("replicas", "replcas");
  expect(await show("web.yaml", text)).toEqual(['5:11 unknown field "spec.replcas"']);
  const [fix] = await fixes("web.yaml", 5);
  expect(fix?.title).toMatch(/replicas/);
  expect(fix && changed("web.yaml", text, fix)).toBe(deployment(2));

  const kind = deployment(2).replace("kind: Deployment", "kind: Deploymnt");
  expect(await show("web.yaml", kind)).toHaveLength(1);
  const [other] = await fixes("web.yaml", 1);
  expect(other && changed("web.yaml", kind, other)).toBe(deployment(2));
});

test("a rule over its budget is mended by bounds, which are added where they belong", async () => {
  editor.open("definition.yaml", costly);
  const shown = await editor.shown("definition.yaml");
  expect(shown.map(shortly).join()).toContain("exceeds budget");
  const line = shown[0]?.range.start.line ?? 0;
  let text = costly;
  const [fix] = await fixes("definition.yaml", line);
  expect(fix?.title).toMatch(/^Add max/);
  text = fix === undefined ? text : changed("definition.yaml", text, fix);
  expect(text).toMatch(/\n +maxItems: \d+\n/);
  expect(text.split("\n").filter((each) => !/^ +max(?:Items|Length): \d+$/.test(each))).toEqual(costly.split("\n"));
  expect(await show("definition.yaml", text)).toEqual([]);
  expect(await show("definition.yaml", definition)).toEqual([]);
});

test("fields are documented, those of definitions of the folder, too", async () => {
  const hover = async (file: string, line: number, character: number) =>
    JSON.stringify(
      await editor.connection.sendRequest(HoverRequest.type, {
        textDocument: textDocumentOf(file),
        position: { line, character },
      }),
    );
  await show("web.yaml", deployment(2));
  expect(await hover("web.yaml", 5, 4)).toContain("Number of desired pods");
  await editor.shown("definition.yaml");
  editor.open("widget.yaml", "apiVersion: a.test/v1\nkind: Widget\nmetadata: {name: w}\nspec:\n  size: medium\n");
  expect((await editor.shown("widget.yaml")).map(shortly)).toEqual([
    '4:8 spec.size: Unsupported value: "medium": supported values: "small", "large"',
  ]);
  expect(await hover("widget.yaml", 4, 4)).toContain("How large the widget is");
});

test("fields, values, kinds and versions are completed", async () => {
  await show("widget.yaml", "apiVersion: a.test/v1\nkind: \nmetadata: {name: w}\nspec:\n  size: \n  \n");
  expect(labels(await completions("widget.yaml", { line: 1, character: 6 }))).toEqual(["Widget"]);
  await show("widget.yaml", "apiVersion: a.test/v1\nkind: Widget\nmetadata: {name: w}\nspec:\n  size: \n  \n");
  expect(labels(await completions("widget.yaml", { line: 4, character: 8 }))).toEqual(["small", "large"]);
  expect(labels(await completions("widget.yaml", { line: 5, character: 2 }))).toEqual(["names"]);
  await show("widget.yaml", "apiVersion: \nkind: Deployment\n");
  expect(labels(await completions("widget.yaml", { line: 0, character: 12 }))).toEqual(["apps/v1"]);
  await show("widget.yaml", "\n");
  expect(labels(await completions("widget.yaml", { line: 0, character: 0 }))).toEqual([
    "apiVersion",
    "kind",
    "metadata",
  ]);
});

test("a file of a kustomization is judged as what that is built to", async () => {
  editor.open("shop/base/web.yaml", deployment(-2));
  expect((await editor.shown("shop/base/web.yaml")).map(shortly)).toEqual([
    "5:12 spec.replicas: Invalid value: -2: must be greater than or equal to 0",
  ]);
  expect(await show("shop/base/web.yaml", deployment(2))).toEqual([]);
});

test("objects of a document that depend on each other are judged together", async () => {
  const quota = "apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: q}\nspec: {hard: {configmaps: 2}}\n";
  const map = (name: string): string => `---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\n`;
  editor.open("quota.yaml", quota + map("a"));
  expect(await editor.shown("quota.yaml")).toEqual([]);
  editor.change("quota.yaml", quota + map("a") + map("b") + map("c"));
  const shown = await editor.shownUntil("quota.yaml", (diagnostics) => diagnostics.length > 0);
  expect(shown.map(textOf).join()).toContain("exceeded quota: q");
});

test("texts that cannot be read are told at their lines", async () => {
  editor.open("broken.yaml", "apiVersion: v1\nkind: [\n");
  expect(await editor.shown("broken.yaml")).toHaveLength(1);
  expect(await show("broken.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n")).toEqual([]);
});

test("ends as editors ask it to", async () => {
  expect(await editor.close()).toBe(0);
});
