import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { KubeObject } from "../apimachinery/meta.ts";
import { Client } from "../client/client.ts";
import { readConfigurationFiles } from "./configuration-files.ts";
import { openApiServer, type OpenedApiServer } from "./open-api-server.ts";

let folder: string;
let server: OpenedApiServer | undefined;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "kubepad-files-"))));
afterEach(async () => {
  await server?.close();
  server = undefined;
  rmSync(folder, { recursive: true });
});

const write = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

const admin = { name: "admin", uid: "", groups: ["system:masters"], extra: {} };

const pods = { group: "", version: "v1", resource: "pods", namespace: "default" };
const privileged: KubeObject = {
  metadata: { name: "a" },
  spec: { containers: [{ name: "a", image: "a", securityContext: { privileged: true } }] },
};

it("the policy of namespaces without labels comes from --admission-control-config-file", async () => {
  write(
    "pod-security.yaml",
    "apiVersion: pod-security.admission.config.k8s.io/v1\nkind: PodSecurityConfiguration\ndefaults: {enforce: baseline}\n",
  );
  const file = write(
    "admission.yaml",
    "apiVersion: apiserver.config.k8s.io/v1\nkind: AdmissionConfiguration\nplugins: [{name: PodSecurity, path: pod-security.yaml}]\n",
  );
  server = await openApiServer({
    storage: "memory",
    tokenAuthFile: undefined,
    tokens: new Map([["admin", admin]]),
    admissionControlConfigFile: file,
    defaultAdmissionPlugins: [],
  });
  const headers = { Authorization: "Bearer admin" };
  const client = new Client({ handle: server.handle, userAgent: "test", headers });
  await expect(client.create(pods, privileged)).rejects.toThrow('violates PodSecurity "baseline:latest": privileged');
});

it("a file that cannot act, be read or is not valid is refused", async () => {
  const tracing = write("t.yaml", "apiVersion: apiserver.config.k8s.io/v1\nkind: TracingConfiguration\n");
  await expect(readConfigurationFiles({ tracingConfigFile: tracing })).rejects.toThrow(
    "--tracing-config-file is not supported: spans are sent to no collector, as there is no client for OTLP over gRPC",
  );
  await expect(readConfigurationFiles({ egressSelectorConfigFile: join(folder, "none") })).rejects.toThrow(
    /^failed to read egress selector config: .*: no such file or directory/,
  );
  await expect(readConfigurationFiles({ admissionControlConfigFile: tracing })).rejects.toThrow(
    'failed to apply admission: failed to read plugin config: no kind "TracingConfiguration"',
  );
  const egress = write("e.yaml", "apiVersion: apiserver.k8s.io/v1beta1\nkind: EgressSelectorConfiguration\n");
  expect(await readConfigurationFiles({ egressSelectorConfigFile: egress })).toEqual({ podSecurity: undefined });
});
