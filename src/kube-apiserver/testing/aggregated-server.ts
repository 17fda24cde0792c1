import { onTestFinished, vi } from "vitest";
import { createSystemRandom } from "../../apimachinery/system-random.ts";
import { createMemoryBackend } from "../../apiserver/storage/backend/memory.ts";
import { FakeClock } from "../../component-base/testing/fake-clock.ts";
import type { ApiServerOptions } from "../options.ts";
import { createApiServer } from "../server.ts";

export async function start(options: Partial<ApiServerOptions> = {}) {
  const clock = new FakeClock();
  const server = await createApiServer({
    backend: createMemoryBackend(),
    clock,
    random: createSystemRandom(),
    ...options,
  });
  onTestFinished(() => server.close());
  const send = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
    const answer = await server.fetch(path, {
      method,
      headers: { "Content-Type": "application/json", ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, text, json: (/^[{[]/.test(text) ? JSON.parse(text) : {}) as Json };
  };
  return { server, clock, send };
}

/** A decoded answer. */
export type Json = Record<string, any>; // oxlint-disable-line no-explicit-any -- answers as they come
export type Started = Awaited<ReturnType<typeof start>>;

export const services = "/apis/apiregistration.k8s.io/v1/apiservices";
export const apiService = (name: string, spec: object = {}) => {
  const [version = "", ...group] = name.split(".");
  return {
    apiVersion: "apiregistration.k8s.io/v1",
    kind: "APIService",
    metadata: { name },
    spec: { group: group.join("."), version, groupPriorityMinimum: 1000, versionPriority: 15, ...spec },
  };
};
export const behind = (name: string, port?: number) => ({
  service: { namespace: "default", name, ...(port !== undefined && { port }) },
  insecureSkipTLSVerify: true,
});
export const service = (name: string, spec: object) => ({
  apiVersion: "v1",
  kind: "Service",
  metadata: { name, namespace: "default" },
  spec,
});
export const external = (name: string) => service(name, { type: "ExternalName", externalName: `${name}.test` });

const available = async ({ send }: Started, name: string) =>
  ((await send("GET", `${services}/${name}`)).json["status"]?.conditions ?? []).find(
    (condition: Json) => condition["type"] === "Available",
  );

/** Waits until the condition of an APIService has a reason. */
export const reason = (started: Started, name: string, wanted: string) =>
  until(async () => {
    const condition = await available(started, name);
    return condition?.reason === wanted ? condition : undefined;
  });

export const names = async ({ send }: Started): Promise<string[]> =>
  (await send("GET", services)).json["items"].map((item: Json) => item["metadata"].name);

/** Waits until a condition is neither false nor undefined. */
export const until = <T>(condition: () => T | Promise<T>) => vi.waitUntil(condition, { timeout: 60_000 });
