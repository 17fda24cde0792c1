// Looks at aggregated kinds with client-go, where Go and its module proxy are: npm run aggregation:client-go
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { definitionOf } from "../../../src/apiextensions/testing/definition-of.ts";
import { startServer } from "../../child-program.ts";
import { send } from "../exchange.ts";

const version = "v0.34.1";
const modules = ["apimachinery", "client-go", "kube-aggregator", "metrics"];
const group = "wardle.example.com";

/** Builds the program once, of published modules. */
function build(): string {
  const folder = join(process.cwd(), ".cache/go-programs/client-go");
  mkdirSync(folder, { recursive: true });
  const requires = modules.map((name) => `require k8s.io/${name} ${version}\n`).join("");
  writeFileSync(join(folder, "go.mod"), `module built\n\ngo 1.24.0\n\n${requires}`);
  copyFileSync("e2e/aggregation/client-go/main.go", join(folder, "main.go"));
  const env = { ...process.env, GOFLAGS: "-mod=mod", GOTOOLCHAIN: "local" };
  execFileSync("go", ["build", "-o", "program", "."], { cwd: folder, env, stdio: ["ignore", "ignore", "inherit"] });
  return join(folder, "program");
}

const program = build();
const home = mkdtempSync(join(tmpdir(), "kubepad-client-go-"));
const kubeconfig = join(home, "kubeconfig");
const extension = await startServer(["--port", "0", "--storage", "memory", "--tls"]);
const port = new URL(extension.url).port;
const server = await startServer(
  [
    ["--port", "0", "--storage", "memory", "--tls", "--write-kubeconfig", kubeconfig],
    ["--controllers=*", "--simulated-nodes", "1", "--addons", "metrics-server", "--time-speed", "10"],
    ["--webhook-service-addresses", `default/there=127.0.0.1:${port}`],
  ].flat(),
);

async function create(url: string, target: string, body: object): Promise<void> {
  const headers = [["Content-Type", "application/json"]] as const;
  const { status, body: text } = await send({ method: "POST", target, headers, body: JSON.stringify(body) }, { url });
  if (status !== 201) throw new Error(`POST ${target} was answered with ${status}: ${text}`);
}

try {
  await create(
    extension.url,
    "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
    definitionOf("Flunder", group),
  );
  await create(server.url, "/api/v1/namespaces/default/services", {
    metadata: { name: "there" },
    spec: { type: "ExternalName", externalName: "there.test" },
  });
  await create(server.url, "/apis/apiregistration.k8s.io/v1/apiservices", {
    metadata: { name: `v1.${group}` },
    spec: {
      group,
      version: "v1",
      groupPriorityMinimum: 1000,
      versionPriority: 15,
      insecureSkipTLSVerify: true,
      service: { namespace: "default", name: "there" },
    },
  });
  execFileSync(program, { env: { ...process.env, HOME: home, KUBECONFIG: kubeconfig }, stdio: "inherit" });
} catch (error) {
  process.exitCode = 1;
  console.error(error instanceof Error ? error.message : error);
} finally {
  await server.stop();
  await extension.stop();
  rmSync(home, { recursive: true, force: true });
}
