import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { messageOf } from "../../src/apimachinery/message-of.ts";
import { kindOf, nameOf } from "../../src/kubectl/json-access.ts";
import { buildKustomization } from "../../src/kubectl/kustomize/build.ts";
import { readUnits } from "../../src/node/manifest-sources.ts";
import { diskTree, filesOf } from "../../src/node/tree.ts";
import { Places } from "../../src/validate/places.ts";
import { unpackKubectl } from "../kubectl/unpack-kubectl.ts";
import { kustomizations, refusedKustomizations, type Kustomization } from "./kustomizations.ts";

let home = "";
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), "kubepad-kustomize-"));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

function written(title: string, files: Kustomization): string {
  const folder = join(home, title.replaceAll(/\W+/g, "-"));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

it.each(Object.entries(kustomizations))(
  "builds %s as kubectl does",
  async (title, files) => {
    const folder = written(title, files);
    const { stdout, stderr } = spawnSync(unpackKubectl(), ["kustomize", folder], { encoding: "utf8" });
    const warnings: string[] = [];
    const own = await buildKustomization({ files: filesOf(diskTree), warn: (text) => warnings.push(text) }, folder);
    expect(own).toBe(stdout);
    expect(warnings.join("")).toBe(stderr);
  },
  60_000,
);

it.each(Object.entries(kustomizations))(
  "tells of %s the files and lines",
  async (title, files) => {
    const [unit] = await readUnits([written(title, files)]);
    const places = new Places();
    const manifests = (unit?.files ?? []).flatMap((file) => ("manifests" in file ? file.manifests : []));
    expect(manifests.length).toBeGreaterThan(0);
    for (const manifest of manifests) {
      const { file, line } = places.of(manifest, ["kind"]);
      const text = readFileSync(file, "utf8").split("\n")[line - 1] ?? "";
      const isGenerated = file.endsWith("kustomization.yaml");
      expect(text).toMatch(isGenerated ? /^- name: / : new RegExp(`kind: ${kindOf(manifest.object)}`));
      expect(nameOf(manifest.object)).not.toBe("");
    }
  },
  60_000,
);

it.each(Object.entries(refusedKustomizations))(
  "refuses %s as kubectl does",
  async (title, files) => {
    const folder = written(title, files);
    const { stderr } = spawnSync(unpackKubectl(), ["kustomize", folder], { encoding: "utf8" });
    const building = buildKustomization({ files: filesOf(diskTree), warn: () => undefined }, folder);
    const refusal = await building.then(
      () => "nothing",
      (error: unknown) => messageOf(error),
    );
    expect(`error: ${refusal}\n`).toBe(stderr);
  },
  60_000,
);

it("tells the line of a field of the wrong type", async () => {
  const text =
    "resources: []\nconfigMapGenerator:\n- name: a\n  options:\n    labels: {}\nimages:\n- name: a\n  newTag: 1.20\n";
  const [unit] = await readUnits([written("a line", { "kustomization.yaml": text })]);
  const told = (unit?.files ?? []).flatMap((file) => ("unreadable" in file ? file.unreadable : []));
  expect(told.map(({ line }) => text.split("\n")[line])).toEqual(["  newTag: 1.20"]);
});

it.each(["helmCharts", "helmGlobals", "openapi", "crds"])("says that %s is not built", async (field) => {
  const folder = written(`lacking ${field}`, { "kustomization.yaml": `${field}: []\n` });
  const [unit] = await readUnits([folder]);
  const told = (unit?.files ?? []).flatMap((file) => ("unreadable" in file ? file.unreadable : []));
  expect(told.map(({ message }) => message)).toEqual([`the field ${field} of kustomizations is not built here`]);
});
