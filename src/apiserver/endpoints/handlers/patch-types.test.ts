import { expect, it } from "vitest";
import { createSystemClock } from "../../../apimachinery/system-clock.ts";
import { createSystemRandom } from "../../../apimachinery/system-random.ts";
import { createApiServer } from "../../../kube-apiserver/server.ts";
import { createMemoryBackend } from "../../storage/backend/memory.ts";

it.each([
  ["application/merge-patch+json", "{}", 400],
  ["application/strategic-merge-patch+json", "{}", 400],
  ["application/json-patch+json", "[]", 400],
  ["application/apply-patch+yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: kube-root-ca}", 200],
])("reads a byte order mark before %s as its format does", async (type, patch, status) => {
  const server = await createApiServer({
    backend: createMemoryBackend(),
    clock: createSystemClock(),
    random: createSystemRandom(),
  });
  const path = "http://x/api/v1/namespaces/default/configmaps";
  const body = JSON.stringify({ metadata: { name: "kube-root-ca" } });
  await server.fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body });
  const answer = await server.fetch(`${path}/kube-root-ca?fieldManager=m`, {
    method: "PATCH",
    headers: { "Content-Type": type },
    body: `\uFEFF${patch}`,
  });
  expect([answer.status, await answer.text()]).toEqual([
    status,
    expect.stringContaining(status === 400 ? "invalid character 'ï' looking for beginning of value" : "kube-root-ca"),
  ]);
  await server.close();
});
