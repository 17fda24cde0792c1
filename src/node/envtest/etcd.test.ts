import { expect, test } from "vitest";
import { openEtcd } from "./etcd.ts";

test("answers health checks on its client URLs, and says where objects are instead", async () => {
  const etcd = await openEtcd([
    "--data-dir=/nowhere",
    "--listen-client-urls=http://127.0.0.1:0",
    "--listen-peer-urls",
    "http://127.0.0.1:0",
    "--log-level=debug",
  ]);
  try {
    const [url = ""] = etcd.urls;
    const health = await fetch(`${url}/health`);
    expect([health.status, await health.json()]).toEqual([200, { health: "true", reason: "" }]);
    const keys = await fetch(`${url}/v3/kv/range`, { method: "POST" });
    expect(keys.status).toBe(404);
    expect(await keys.text()).toContain("Kubepad's kube-apiserver keeps objects in its own storage");
  } finally {
    await etcd.close();
  }
});

test("wants a certificate for https", async () => {
  await expect(openEtcd(["--listen-client-urls=https://127.0.0.1:0"])).rejects.toThrow(
    "TLS key/cert (--cert-file, --key-file) must be provided for client url https://127.0.0.1:0 with HTTPS scheme",
  );
});
