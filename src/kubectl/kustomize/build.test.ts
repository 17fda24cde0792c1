import { expect, test } from "vitest";
import type { Files } from "../session.ts";
import { buildKustomization } from "./build.ts";

function filesOf(texts: Readonly<Record<string, string>>): Files {
  return {
    root: "/home/site",
    read: async (path) => texts[path],
    list: async (path) => {
      const names = Object.keys(texts).filter((name) => name.startsWith(`${path}/`));
      return names.length === 0 ? undefined : names.map((name) => name.slice(path.length + 1));
    },
    write: async () => {},
  };
}

const build = (texts: Readonly<Record<string, string>>, folder: string): Promise<string> =>
  buildKustomization({ files: filesOf(texts), warn: () => {} }, folder);

test("a kustomization that names itself is a cycle", async () => {
  const own = "accumulation err='accumulating resources from '../a': '/home/site/a' must resolve to a file'";
  await expect(build({ "a/kustomization.yaml": "resources: [../a]" }, "a")).rejects.toThrow(
    `accumulating resources: ${own}: cycle detected: candidate root '/home/site/a' contains visited root '/home/site/a'`,
  );
});

test("two kustomizations that name each other are a cycle", async () => {
  const texts = { "a/kustomization.yaml": "resources: [../b]", "b/kustomization.yaml": "resources: [../a]" };
  await expect(build(texts, "a")).rejects.toThrow(
    "cycle detected: candidate root '/home/site/a' contains visited root '/home/site/a'",
  );
});

test("a separator that text stands behind is refused", async () => {
  const texts = {
    "a/kustomization.yaml": "resources: [b.yaml]",
    "a/b.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n---b\n",
  };
  await expect(build(texts, "a")).rejects.toThrow("invalid document separator: ---b");
});

test("generators and transformers of a kustomization run in its order", async () => {
  const texts = {
    "a/kustomization.yaml": "generators: [gen.yaml]\ntransformers: [prefix.yaml, labels.yaml]",
    "a/gen.yaml": "apiVersion: builtin\nkind: ConfigMapGenerator\nmetadata: {name: m}\nliterals: [y=n]",
    "a/prefix.yaml":
      "apiVersion: builtin\nkind: PrefixTransformer\nmetadata: {name: p}\nprefix: x-\nfieldSpecs: [{path: metadata/name}]",
    "a/labels.yaml":
      "apiVersion: builtin\nkind: LabelTransformer\nmetadata: {name: l}\nlabels: {on: y}\nfieldSpecs: [{path: metadata/labels, create: true}]",
  };
  expect(await build(texts, "a")).toMatch(
    /^apiVersion: v1\ndata:\n {2}"y": "n"\nkind: ConfigMap\nmetadata:\n {2}labels:\n {4}"on": "y"\n {2}name: x-m-\w+\n$/,
  );
});

// oxfmt-ignore
test.each([
  ["kind: AnnotationsTransformer\nmetadata: {name: v}\nannotations: {b: c}\nfieldSpecs: [{path: metadata/annotations}]", "apiVersion: v1\ndata:\n  k: v\nkind: ConfigMap\nmetadata:\n  name: m\n"],
  ["kind: LabelTransformer\nmetadata: {name: v}\nlabels: {validated-by: me}\nfieldSpecs: [{path: metadata/labels, create: true}]", "apiVersion: v1\ndata:\n  k: v\nkind: ConfigMap\nmetadata:\n  labels:\n    validated-by: me\n  name: m\n"],
])("a validator may leave objects as they are, or label them as validated: %s", async (validator, built) => {
  expect(await build(validated(validator), "a")).toBe(built);
});

// oxfmt-ignore
test.each([
  ["kind: LabelTransformer\nmetadata: {name: v}\nlabels: {b: <c>}\nfieldSpecs: [{path: metadata/labels, create: true}]", 'nodes unequal: \n -- {"apiVersion":"v1","data":{"k":"v"},"kind":"ConfigMap","metadata":{"name":"m"}},\n -- {"apiVersion":"v1","data":{"k":"v"},"kind":"ConfigMap","metadata":{"labels":{"b":"\\u003cc\\u003e"},"name":"m"}}'],
  ["kind: PrefixTransformer\nmetadata: {name: v}\nprefix: x-\nfieldSpecs: [{path: metadata/name}]", "id in self missing from other; id: ConfigMap.v1.[noGrp]/m.[noNs]"],
])("a validator that changes objects is refused: %s", async (validator, problem) => {
  await expect(build(validated(validator), "a")).rejects.toThrow(`validator shouldn't modify the resource map: ${problem}`);
});

const validated = (validator: string): Readonly<Record<string, string>> => ({
  "a/kustomization.yaml": "resources: [m.yaml]\nvalidators: [v.yaml]",
  "a/m.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: m}\ndata: {k: v}",
  "a/v.yaml": `apiVersion: builtin\n${validator}`,
});
