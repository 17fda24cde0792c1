import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { freePort } from "../../src/node/testing/free-port.ts";
import { startServer } from "../child-program.ts";
import { finishedRun } from "../kubectl/kubectl-client.ts";
import { unpackKubectl } from "../kubectl/unpack-kubectl.ts";
import { createAuthority } from "./certificates.ts";
import { NotHere } from "./go-program.ts";
import { runScenario } from "./run-scenario.ts";
import { sampleNames, sampleProgram, startSampleServer } from "./sample-api-server.ts";
import { conformanceSteps, registerSample, removalSteps } from "./scenarios/sample.ts";

/** Returns the program; undefined, with a line that says so, if this machine cannot make it. */
async function programIfAny(): Promise<string | undefined> {
  try {
    return await sampleProgram();
  } catch (error) {
    if (!(error instanceof NotHere)) throw error;
    process.stdout.write(`sample-apiserver is left out: ${error.message}\n`);
    return undefined;
  }
}

const program = await programIfAny();

/** Starts Kubepad as `npm run serve` does, and sample-apiserver behind it. */
async function start(path: string) {
  const folder = mkdtempSync(join(tmpdir(), "kubepad-sample-"));
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const authority = createAuthority("proxy-ca");
  const client = authority.client("front-proxy-client");
  const kubeconfig = join(folder, "admin.conf");
  const port = await freePort();
  const { group, version, namespace, service } = sampleNames;
  const options = [
    ["--port", "0", "--tls", "--token-auth-file", file("tokens.csv", 'admin-token,admin,admin-uid,"system:masters"\n')],
    ["--proxy-client-cert-file", file("proxy.crt", client.cert)],
    ["--proxy-client-key-file", file("proxy.key", client.key)],
    ["--requestheader-client-ca-file", file("proxy-ca.crt", authority.ca)],
    ["--requestheader-allowed-names", "front-proxy-client"],
    ["--webhook-service-addresses", `${namespace}/${service}=127.0.0.1:${port}`],
    ["--write-kubeconfig", kubeconfig, "--controllers=*", "--simulated-nodes", "1"],
  ];
  const kubepad = await startServer(options.flat());
  const sample = await startSampleServer(path, folder, kubeconfig, authority, port);
  onTestFinished(async () => {
    await sample.stop();
    await kubepad.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const ca = Buffer.from(authority.ca).toString("base64");
  const environment = { HOME: folder, KUBECONFIG: kubeconfig, PATH: process.env["PATH"] };
  const kubectl = async (args: string, stdin = ""): Promise<string> => {
    const { status, stdout, stderr } = await finishedRun(unpackKubectl(), args.split(" "), environment, stdin);
    const complaints = stderr.split("\n").filter((line) => !line.startsWith("Warning: ") && line !== "");
    expect({ args, status, complaints }).toEqual({ args, status: 0, complaints: [] });
    return stdout;
  };
  return { url: kubepad.url, ca, kubectl, name: `${version}.${group}` };
}

const silent = { port: 0, take: () => [], close: () => Promise.resolve() };

test.skipIf(program === undefined)("sample-apiserver passes the conformance test behind `npm run serve`", async () => {
  const { url, ca, kubectl, name } = await start(program ?? "");
  const target = { url, extension: silent, variables: { port: "443", ca }, pause: () => setTimeout(50) };
  // A Deployment stands for the server, as in the conformance test; what answers runs beside it.
  await kubectl(`create namespace ${sampleNames.namespace}`);
  await kubectl(`create deployment sample-apiserver -n ${sampleNames.namespace} --image=sample-apiserver`);
  await kubectl(`rollout status deployment/sample-apiserver -n ${sampleNames.namespace}`);
  const ports = [{ port: 443, targetPort: 443 }];
  const registered = await runScenario(
    { name: "registration" },
    [...registerSample({ ports, selector: { app: "sample-apiserver" } })],
    target,
  );
  expect(registered.steps.map(({ status }) => status)).toEqual([200]);

  const passed = await runScenario({ name: "sample" }, conformanceSteps, target);
  expect(passed.steps.map(({ id, status }) => [id, status])).toEqual(
    passed.steps.map(({ id }) => [id, id.startsWith("create") ? 201 : 200]),
  );
  expect(passed.steps.find(({ id }) => id === "status")?.body).toMatchObject({
    conditions: [{ type: "Available", status: "True", reason: "Passed", message: "all checks passed" }],
  });

  await expectKubectl(kubectl, name);

  const removed = await runScenario({ name: "removal" }, removalSteps, target);
  expect(removed.steps.map(({ status }) => status)).toEqual([200, 200, 404]);
});

/** What kubectl does with the kinds of the server. */
async function expectKubectl(kubectl: (args: string, stdin?: string) => Promise<string>, name: string): Promise<void> {
  const manifest = JSON.stringify({
    apiVersion: "wardle.example.com/v1alpha1",
    kind: "Flunder",
    metadata: { name: "mine", labels: { a: "b" } },
    spec: { reference: "x" },
  });
  expect(await kubectl("api-resources --api-group=wardle.example.com -o name")).toBe(
    "fischers.wardle.example.com\nflunders.wardle.example.com\n",
  );
  expect(await kubectl("apply -f -", manifest)).toBe("flunder.wardle.example.com/mine created\n");
  expect(await kubectl("apply -f -", manifest)).toMatch(/^flunder.wardle.example.com\/mine (unchanged|configured)\n$/);
  expect(await kubectl("apply --server-side --force-conflicts -f -", manifest)).toBe(
    "flunder.wardle.example.com/mine serverside-applied\n",
  );
  expect(await kubectl("get flunders mine -o jsonpath={.spec.reference}")).toBe("x");
  expect(await kubectl("label flunder mine c=d")).toBe("flunder.wardle.example.com/mine labeled\n");
  expect(await kubectl("get flunders")).toMatch(/^NAME +CREATED AT\ndynamic-flunder .*\nmine /);
  await expect.poll(() => kubectl("explain flunder.spec.reference")).toContain("FIELD: reference <string>");
  expect(await kubectl(`get apiservice ${name}`)).toMatch(/wardle\/api +True/);
  expect(await kubectl("delete flunder mine")).toContain('"mine" deleted');
}
