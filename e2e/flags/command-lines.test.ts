import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { freePort } from "../../src/node/testing/free-port.ts";
import { commandLines, writeFiles, type CommandLine } from "./command-lines.ts";
import { outcomeHere, outcomeThere } from "./outcomes.ts";

// What is expected is what kube-apiserver 1.34.1 says:
// KUBE_APISERVER=/path/to/kube-apiserver ETCD=/path/to/etcd npx vitest run e2e/flags --update

const folder = mkdtempSync(join(tmpdir(), "kubepad-flags-"));
const { KUBE_APISERVER: program, ETCD: etcd = "etcd" } = process.env;

beforeAll(() => {
  writeFiles(folder);
  vi.spyOn(process.stderr, "write").mockReturnValue(true); // what a server reports while it starts
});

afterAll(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

async function outcomeOf({ flags, here }: CommandLine): Promise<string> {
  const port = await freePort();
  const base = [
    `--secure-port=${port}`,
    "--bind-address=127.0.0.1",
    `--cert-dir=${join(folder, "certs")}`,
    "--service-account-issuer=https://issuer.example",
    `--service-account-key-file=${join(folder, "sa.pub")}`,
    `--service-account-signing-key-file=${join(folder, "sa.key")}`,
    "--service-cluster-ip-range=10.0.0.0/24",
  ];
  const args = [...base, ...flags.map((flag) => flag.replaceAll("FOLDER", folder))];
  const outcome = program === undefined ? await outcomeHere(args) : await outcomeThere(args, program, etcd);
  const text = outcome.replaceAll(folder, "FOLDER");
  if (program !== undefined || here === undefined) return text;
  expect(text).toBe(here);
  return "DIFFERS";
}

test("command lines are accepted, and refused in the words of kube-apiserver", { timeout: 3_600_000 }, async () => {
  const lines: string[] = [];
  for (const commandLine of commandLines) {
    const outcome = await outcomeOf(commandLine);
    lines.push(`${commandLine.name}: ${commandLine.here === undefined ? outcome : "DIFFERS"}\n`);
  }
  await expect(lines.join("")).toMatchFileSnapshot(join(import.meta.dirname, "answers/command-lines.txt"));
});
