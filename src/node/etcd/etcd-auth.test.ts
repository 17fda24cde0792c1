import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createFetch } from "../../client/fetch-adapter.ts";
import { openApiServer } from "../open-api-server.ts";
import { createTestAuthority } from "../tls/testing/test-authority.ts";
import { enableAuthentication } from "./testing/etcd-auth.ts";
import { hasEtcd, runEtcd } from "./testing/run-etcd.ts";

it.skipIf(!hasEtcd())(
  "is ready once etcd lets its user follow all keys, and says what etcd says before",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "kubepad-auth-"));
    const authority = createTestAuthority("etcd");
    const write = (name: string, text: string): string => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    const issue = (commonName: string, usage: "client" | "server") => {
      const { cert, key } = authority.issue({ commonName, usage, dnsNames: ["localhost"] });
      const [certFile, keyFile] = [write(`${commonName}.crt`, cert), write(`${commonName}.key`, key)];
      return {
        certificates: () => ({ ca: Buffer.from(authority.ca), cert: Buffer.from(cert), key: Buffer.from(key) }),
        certFile,
        keyFile,
      };
    };
    const caFile = write("ca.crt", authority.ca);
    const [member, root, user] = [issue("member", "server"), issue("root", "client"), issue("kubepad", "client")];
    const tls = ["--trusted-ca-file", caFile, "--cert-file", member.certFile, "--key-file", member.keyFile];
    const etcd = await runEtcd([], ["--client-cert-auth", ...tls]);
    const servers = [etcd.url.replace("127.0.0.1", "localhost")];
    const authentication = await enableAuthentication({ servers, certificates: root.certificates });
    await authentication.addUser("kubepad");
    await authentication.allow("kubepad", "/registry/", "/registry0");
    const server = await openApiServer({
      storage: {
        etcd: {
          servers,
          caFile,
          certFile: user.certFile,
          keyFile: user.keyFile,
          prefix: "/registry",
          compactionIntervalMs: 0,
          mediaType: "application/vnd.kubernetes.protobuf",
          overrides: [],
          eventTtlSeconds: 3600,
          leaseReuseSeconds: 60,
        },
      },
      tokenAuthFile: undefined,
    });
    const send = createFetch(server.handle);
    const ready = async (): Promise<string> => (await send("/readyz/etcd-readiness")).text();
    await expect.poll(ready, { timeout: 60_000 }).toBe("internal server error: etcdserver: permission denied\n");
    expect(await (await send("/livez/etcd")).text()).toBe("ok");
    await authentication.allow("kubepad", "\0", "\0");
    await expect.poll(ready, { timeout: 60_000 }).toBe("ok");
    authentication.close();
    await server.close();
    await etcd.remove();
    rmSync(folder, { recursive: true });
  },
  300_000,
);
