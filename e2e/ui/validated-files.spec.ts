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
