import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openApiServer } from "./open-api-server.ts";

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "audit-"))));
afterEach(() => rmSync(folder, { recursive: true }));

const policyFile = (rules: string): string => {
  const file = join(folder, "policy.yaml");
  writeFileSync(file, `apiVersion: audit.k8s.io/v1\nkind: Policy\nrules: ${rules}\n`);
  return file;
};

test("a server writes what its audit policy says to its log, a line an event", async () => {
  const auditLogPath = join(folder, "logs", "audit.log");
  const server = await openApiServer({
    storage: "memory",
    tokenAuthFile: undefined,
    auditPolicyFile: policyFile("[{level: Metadata, nonResourceURLs: [/version]}]"),
    auditLogPath,
  });
  await server.handle({
    method: "GET",
    target: "/version",
    headers: new Headers({ "X-Forwarded-For": "1.2.3.4" }),
    body: null,
    remoteAddress: "::ffff:127.0.0.1",
    signal: new AbortController().signal,
  });
  await server.close();
  const lines = readFileSync(auditLogPath, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines).toMatchObject([
    { stage: "RequestReceived", sourceIPs: ["1.2.3.4", "127.0.0.1"] },
    { stage: "ResponseComplete", responseStatus: { code: 200 } },
  ]);
  expect(statSync(auditLogPath).mode & 0o777).toBe(0o600);
});

test("a policy that is none keeps the server from starting, with a sentence that names the file", async () => {
  const auditPolicyFile = policyFile("[{}]");
  await expect(openApiServer({ storage: "memory", tokenAuthFile: undefined, auditPolicyFile })).rejects.toThrow(
    `loading audit policy file: rules[0].level: Required value: from file ${auditPolicyFile}`,
  );
});
