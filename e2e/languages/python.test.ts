import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";

/** Returns a Python that has the client, if there is one. */
const pythonWithClient = (): string | undefined =>
  ["python3", "/usr/bin/python3"].find(
    (python) => spawnSync(python, ["-c", "import kubernetes"], { stdio: "ignore" }).status === 0,
  );

/** Returns the code blocks of a language in a document. */
const codeIn = (file: string, language: string): string =>
  [...readFileSync(file, "utf8").matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, "gms"))]
    .map(([, code = ""]) => code)
    .join("\n");

const python = pythonWithClient();

it.skipIf(python === undefined)(
  "the controller test of docs/python.md passes with Python's client for Kubernetes",
  { timeout: 300_000 },
  () => {
    const folder = mkdtempSync(join(tmpdir(), "kubepad-python-"));
    const file = join(folder, "test_copy_labels.py");
    writeFileSync(file, codeIn("docs/python.md", "python"));
    const run = `${process.execPath} ${join(process.cwd(), ".config/run.mjs")} src/node/main.ts`;
    const { status, stderr } = spawnSync(python ?? "", [file], {
      env: { ...process.env, KUBEPAD: run },
      encoding: "utf8",
    });
    rmSync(folder, { recursive: true });
    expect({ status, stderr }).toMatchObject({ status: 0, stderr: expect.stringContaining("Ran 2 tests") });
  },
);
