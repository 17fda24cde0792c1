import { expect } from "vitest";
import { startKubectlClient, type Finished, type RunOptions } from "./kubectl-client.ts";

/** A kubectl with a cluster whose controllers and simulated nodes run, ten times as fast as time. */
export interface LivingCluster {
  /** Where the server is, for other clients. */
  readonly url: string;
  run(args: readonly string[], options?: RunOptions): Promise<Finished>;
  /** Runs kubectl, which must succeed, and gives what it printed. */
  kubectl(...args: readonly string[]): Promise<string>;
  apply(objects: readonly object[]): Promise<void>;
  close(): Promise<void>;
}

/** Starts a server in memory with all controllers and two simulated nodes, and what other arguments say. */
export async function startLivingCluster(...more: readonly string[]): Promise<LivingCluster> {
  const living = ["--controllers", "*", "--simulated-nodes", "2", "--time-speed", "10"];
  const client = await startKubectlClient([...living, ...more]);
  const kubectl = async (...args: readonly string[]): Promise<string> => {
    const { status, stdout, stderr } = await client.run(args);
    expect(status, `kubectl ${args.join(" ")}: ${stderr}`).toBe(0);
    return stdout;
  };
  await kubectl("wait", "node", "--all", "--for=condition=Ready", "--timeout=30s");
  return {
    url: client.url,
    run: client.run,
    kubectl,
    async apply(objects) {
      const list = { apiVersion: "v1", kind: "List", items: objects };
      const { status, stderr } = await client.run(["apply", "-f", "-"], { stdin: JSON.stringify(list) });
      expect([status, stderr]).toEqual([0, ""]);
    },
    close: client.close,
  };
}

/** The part of a workload that says what its pods are. */
export const podsOf = (app: string, container: object, annotations = {}) => ({
  selector: { matchLabels: { app } },
  template: { metadata: { labels: { app }, annotations }, spec: { containers: [container] } },
});
