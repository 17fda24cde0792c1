import { randomUUID } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startServer, type ChildProgram } from "../child-program.ts";
import type { SuiteSettings } from "./suites.ts";
import { tokenFile } from "./token-file.ts";

/**
 * Starts `kubepad serve` on a free port, with the users of the recorded cases and the features that they need.
 * `controllers` is the list of those that run; `storage` the flags for where objects are kept, in memory by default.
 */
export function startRecordedServer(
  { featureGates, runtimeConfig }: SuiteSettings,
  controllers?: string,
  storage: readonly string[] = ["--storage", "memory"],
): Promise<ChildProgram> {
  const folder = join(".cache", "conformance");
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "tokens.csv");
  writeFileSync(file, tokenFile);
  return startServer([
    "--port",
    "0",
    ...storage,
    "--token-auth-file",
    file,
    "--feature-gates",
    featureGates,
    "--runtime-config",
    runtimeConfig,
    ...(controllers === undefined ? [] : [`--controllers=${controllers}`]),
  ]);
}

/** Returns the flags that keep the objects of a new server in an etcd, if there is one, under a prefix of its own. */
export const inEtcd = (url: string | undefined): readonly string[] | undefined =>
  url === undefined ? undefined : ["--etcd-servers", url, "--etcd-prefix", `/${randomUUID()}`];
