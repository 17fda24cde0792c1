import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { freePort } from "../../src/node/testing/free-port.ts";
import { createAuthority } from "./certificates.ts";
import { startExtensionServer } from "./extension-server.ts";
import { writeRecord } from "./records.ts";
import { startReference } from "./reference.ts";
import { issuerFor, runScenario, variablesOf } from "./run-scenario.ts";
import { recordingExtension, sampleNames, sampleProgram, startSampleServer } from "./sample-api-server.ts";
import { sampleSteps } from "./scenarios/sample.ts";
import { scenarios } from "./scenarios.ts";

// Records the scenarios against a kube-apiserver: `npm run aggregation:record -- PROGRAM [NAME ...]`.
const [program = "", ...names] = process.argv.slice(2);
if (program === "") throw new Error("say the path of kube-apiserver 1.34");

const isWanted = (name: string): boolean => names.length === 0 || names.includes(name);

for (const scenario of scenarios.filter(({ name }) => isWanted(name))) {
  const authority = createAuthority("proxy-ca");
  const { steps, extension } = scenario.open();
  const issuer = issuerFor(scenario, authority);
  const server = await startExtensionServer(extension, issuer, scenario.names);
  const reference = await startReference(program, authority);
  try {
    const record = await runScenario(scenario, steps, {
      url: reference.url,
      extension: server,
      variables: await variablesOf(server.port, authority, issuer),
      pause: () => setTimeout(100),
    });
    writeRecord(scenario.name, record);
    process.stdout.write(`${scenario.name}: ${record.steps.length} answers, ${record.own.length} own requests\n`);
  } finally {
    await reference.stop();
    await server.close();
  }
}
if (isWanted("sample")) await recordSample();

/** Records sample-apiserver behind the reference, and what it answers. */
async function recordSample(): Promise<void> {
  const sampleServer = await sampleProgram();
  const authority = createAuthority("proxy-ca");
  const folder = mkdtempSync(join(tmpdir(), "kubepad-sample-"));
  const reference = await startReference(program, authority);
  const kubeconfig = join(folder, "kubeconfig");
  writeFileSync(kubeconfig, insecureKubeconfig(reference.url));
  const sample = await startSampleServer(sampleServer, folder, kubeconfig, authority, await freePort());
  const recording = recordingExtension(() => sample.url, authority.client("front-proxy-client"));
  const names = [`${sampleNames.service}.${sampleNames.namespace}.svc`];
  const server = await startExtensionServer(recording.extension, authority, names);
  try {
    const record = await runScenario({ name: "sample" }, sampleSteps, {
      url: reference.url,
      extension: server,
      onStep: recording.onStep,
      variables: { port: String(server.port), ca: Buffer.from(authority.ca).toString("base64") },
      pause: () => setTimeout(100),
    });
    writeRecord("sample", { ...record, answers: recording.answers });
    process.stdout.write(`sample: ${record.steps.length} answers, ${record.own.length} own requests\n`);
  } finally {
    await server.close();
    await sample.stop();
    await reference.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A kubeconfig, in JSON, that does not verify the server. */
function insecureKubeconfig(server: string): string {
  const name = "reference";
  return JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name, cluster: { server, "insecure-skip-tls-verify": true } }],
    users: [{ name, user: { token: "admin-token" } }],
    contexts: [{ name, context: { cluster: name, user: name } }],
    "current-context": name,
  });
}
