import { setTimeout } from "node:timers/promises";
import { freePort } from "../child-program.ts";
import { createAuthority } from "./certificates.ts";
import { startExtensionServer } from "./extension-server.ts";
import { writeRecord } from "./records.ts";
import { startReference } from "./reference.ts";
import { runScenario } from "./run-scenario.ts";
import { scenarios } from "./scenarios.ts";

// Records the scenarios against a kube-apiserver: `npm run aggregation:record -- PROGRAM [NAME ...]`.
const [program = "", ...names] = process.argv.slice(2);
if (program === "") throw new Error("say the path of kube-apiserver 1.34");

for (const scenario of scenarios.filter(({ name }) => names.length === 0 || names.includes(name))) {
  const authority = createAuthority("proxy-ca");
  const { steps, extension } = scenario.open();
  const server = await startExtensionServer(extension, authority, scenario.names);
  const reference = await startReference(program, authority);
  try {
    const record = await runScenario(scenario, steps, {
      url: reference.url,
      extension: server,
      variables: { port: String(server.port), closed: String(await freePort()) },
      pause: () => setTimeout(100),
    });
    writeRecord(scenario.name, record);
    process.stdout.write(`${scenario.name}: ${record.steps.length} answers, ${record.own.length} own requests\n`);
  } finally {
    await reference.stop();
    await server.close();
  }
}
