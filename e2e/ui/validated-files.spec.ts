import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { test } from "../browser-test.ts";
import { enterApp } from "./open-page.ts";

const policy = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: {name: few}
spec:
  matchConstraints:
    resourceRules:
    - {apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [configmaps]}
  validations:
  - expression: size(object.data) <= 1
    message: at most one
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: {name: few}
spec: {policyName: few, validationActions: [Deny]}
`;

const maps = `apiVersion: v1
kind: ConfigMap
metadata: {name: Bad}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: many}
data: {a: b, c: d}
`;

const files = { "policy.yaml": policy, "maps.yaml": maps };

async function drop(page: Page, region: string): Promise<void> {
  const transfer = await page.evaluateHandle((texts) => {
    const made = new DataTransfer();
    for (const [name, text] of Object.entries(texts)) made.items.add(new File([text], name));
    return made;
  }, files);
  await page.getByRole("region", { name: region, exact: true }).dispatchEvent("drop", { dataTransfer: transfer });
}

async function expectFindings(page: Page): Promise<void> {
  const found = page.getByRole("region", { name: "Validated files" });
  await expect(found.getByRole("status")).toHaveText("4 objects: 2 accepted, 2 refused");
  const [first, second] = [found.getByRole("listitem").nth(0), found.getByRole("listitem").nth(1)];
  await expect(first).toContainText('maps.yaml:3:18 error: ConfigMap Bad: metadata.name: Invalid value: "Bad"');
  await expect(second).toContainText('maps.yaml:5:1 error: ConfigMap many: configmaps "many" is forbidden');
  await expect(second).toContainText("policy.yaml:9:17 rule of ValidatingAdmissionPolicy few: size(object.data) <= 1");
}

for (const view of ["Policies", "Definitions"]) {
  test(`files dropped on ${view} are validated there, at the lines that kubepad validate says`, async ({ page }) => {
    await enterApp(page, `#/${view.toLowerCase()}`);
    await drop(page, view);
    await expectFindings(page);
  });
}

test("a dropped folder is validated with the folders in it, and a file is named by its path", async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), "kubepad-dropped-"));
  mkdirSync(join(folder, "deep/.git"), { recursive: true });
  for (let i = 0; i < 300; i++)
    writeFileSync(
      join(folder, i < 150 ? "" : "deep", `${i}.yaml`),
      `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a-${i}}\ndata: {a: b}\n`,
    );
  writeFileSync(join(folder, "deep/maps.yaml"), maps);
  writeFileSync(join(folder, "deep/policy.yaml"), policy);
  writeFileSync(join(folder, "deep/values.yaml"), "replicas: 2\n");
  writeFileSync(join(folder, "deep/notes.txt"), "no manifest\n");
  writeFileSync(join(folder, "deep/.git/a.yaml"), maps);
  await enterApp(page, "#/policies");
  await dropPath(page, folder);
  const found = page.getByRole("region", { name: "Validated files" });
  await expect(found.getByRole("status")).toHaveText("304 objects: 302 accepted, 2 refused");
  await expect(found.getByRole("listitem").nth(0)).toContainText(
    `${basename(folder)}/deep/maps.yaml:3:18 error: ConfigMap Bad: metadata.name`,
  );
  rmSync(folder, { recursive: true });
});

/** Drops a folder of the disk, as a file manager does. */
async function dropPath(page: Page, path: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"] as const)
    await session.send("Input.dispatchDragEvent", { type, x: 400, y: 400, data });
}

test("of folders that are dropped one after the other, the last one is told, whenever each is read", async ({
  page,
}) => {
  await enterApp(page, "#/policies");
  const found = page.getByRole("region", { name: "Validated files" });
  await dropFolder(page, "slow", "one.yaml");
  await dropFolder(page, "broken", "");
  await dropFolder(page, "quick", "two.yaml");
  await readFolder(page, "quick");
  await expect(found.getByRole("status")).toHaveText("1 object: 0 accepted, 1 refused");
  await readFolder(page, "broken");
  await readFolder(page, "slow");
  await expect(page.locator("[data-read-slow]")).toBeAttached();
  await expect(found.getByRole("listitem")).toContainText("quick/two.yaml");
  await expect(page.getByText("There are no manifests in the folder.")).toBeHidden();
});

test("the error of a folder without manifests goes with the next files", async ({ page }) => {
  await enterApp(page, "#/policies");
  await dropFolder(page, "empty", "");
  await readFolder(page, "empty");
  const error = page.getByText("There are no manifests in the folder.");
  await expect(error).toBeVisible();
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Validate files" }).click();
  const buffer = Buffer.from(maps);
  await (await chooser).setFiles([{ name: "maps.yaml", mimeType: "text/yaml", buffer }]);
  await expect(page.getByRole("region", { name: "Validated files" }).getByRole("status")).toHaveText(
    "2 objects: 1 accepted, 1 refused",
  );
  await expect(error).toBeHidden();
});

/** Drops a folder with one file, or none, that is read when `readFolder` says so. */
async function dropFolder(page: Page, folder: string, file: string): Promise<void> {
  await page.getByRole("region", { name: "Policies", exact: true }).evaluate(
    (region, { folder, file, text }) => {
      const released = new Promise((resolve) => addEventListener(`read ${folder}`, resolve, { once: true }));
      const made = (done: (made: File) => void): void => {
        done(new File([text], file));
        region.toggleAttribute(`data-read-${folder}`, true);
      };
      const entry = { isFile: true, name: file, fullPath: `/${folder}/${file}`, file: made };
      const parts = [file === "" ? [] : [entry], []];
      const readEntries = (done: (entries: readonly object[]) => void): void =>
        void released.then(() => done(parts.shift() ?? []));
      const directory = { isDirectory: true, name: folder, createReader: () => ({ readEntries }) };
      const dataTransfer = { files: [new File([], folder)], items: [{ webkitGetAsEntry: () => directory }] };
      region.dispatchEvent(Object.assign(new Event("drop", { bubbles: true, cancelable: true }), { dataTransfer }));
    },
    { folder, file, text: maps.split("---")[0] ?? "" },
  );
}

/** Lets a folder that was dropped be read. */
async function readFolder(page: Page, folder: string): Promise<void> {
  await page.evaluate((name) => dispatchEvent(new Event(`read ${name}`)), folder);
}

test("files are chosen by the keyboard", async ({ page }) => {
  await enterApp(page, "#/policies");
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Validate files" }).press("Enter");
  await (
    await chooser
  ).setFiles(Object.entries(files).map(([name, text]) => ({ name, mimeType: "text/yaml", buffer: Buffer.from(text) })));
  await expectFindings(page);
  await page.getByRole("button", { name: "Close", exact: true }).press("Enter");
  await expect(page.getByRole("region", { name: "Validated files" })).toBeHidden();
});
