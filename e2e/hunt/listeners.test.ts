import { getEventListeners } from "node:events";
import { expect, it } from "vitest";
import { answerText } from "../../src/client/answer-text.ts";
import { isStream } from "../../src/component-base/exchange.ts";
import { createMemoryServer } from "../fuzz/memory-server.ts";

const configMaps = "/api/v1/namespaces/default/configmaps";

it("requests leave no listener at the signal of their client, which may outlive thousands of them", async () => {
  const { handle } = await createMemoryServer([], {});
  const { signal } = new AbortController();
  const send = (method: string, target: string, body?: string, contentType = "application/json") =>
    handle({
      method,
      target,
      headers: new Headers({ Authorization: "Bearer admin", "Content-Type": contentType }),
      body: body === undefined ? null : new TextEncoder().encode(body),
      signal,
    });
  const left: Record<string, number> = {};
  const after = async (what: string, ...sent: Parameters<typeof send>): Promise<void> => {
    const { body, status } = await send(...sent);
    if (sent[1].includes("watch=1") && isStream(body)) await body[Symbol.asyncIterator]().return?.();
    else await answerText(body);
    left[`${what} ${status}`] = getEventListeners(signal, "abort").length;
  };
  const large = `{"metadata":{"name":"large"},"data":{"a":"${"x".repeat(300_000)}"}}`;
  await after("a get", "GET", "/api/v1/namespaces/default");
  await after("a create", "POST", configMaps, large);
  await after("a refusal", "POST", configMaps, large.replace("large", "-"));
  await after("a patch", "PATCH", `${configMaps}/large`, `{"data":{"b":"c"}}`, "application/merge-patch+json");
  await after("an apply", "PATCH", `${configMaps}/b?fieldManager=a`, `{}`, "application/apply-patch+yaml");
  await after("a list", "GET", `${configMaps}?limit=1`);
  await after("a watch", "GET", `${configMaps}?watch=1`);
  await after("a watch of the past", "GET", `${configMaps}?watch=1&resourceVersion=1`);
  await after("a read of the future", "GET", `${configMaps}?resourceVersion=100000&timeoutSeconds=1`);
  await after("a document", "GET", "/openapi/v3");
  await after("a deletion", "DELETE", `${configMaps}/large`);
  await after("a deletion of all", "DELETE", configMaps);
  expect(Object.values(left), JSON.stringify(left)).toEqual(Object.values(left).map(() => 0));
  expect(Object.keys(left).filter((what) => what.endsWith("401"))).toEqual([]);
}, 60_000);
