import { afterEach, expect, it } from "vitest";
import { startWorld, type World } from "../../controllers/testing/start-world.ts";

const core = (resource: string, namespace = "default") => ({ group: "", version: "v1", resource, namespace });
const pods = core("pods");
const containers = [{ name: "c", image: "i" }];

let world: World;
afterEach(() => world.close());

const start = async (): Promise<void> => {
  world = await startWorld(["serviceaccount-controller"], { enableAdmissionPlugins: ["ServiceAccount"] });
  await expect.poll(() => world.names(core("serviceaccounts"))).toEqual(["default"]);
};
const pod = (name: string, more: object = {}) =>
  world.client.create(pods, { metadata: { name }, spec: { containers, ...more } });

it("gives pods the default account and its token", async () => {
  await start();
  const { spec } = (await pod("p")) as { spec?: { volumes?: { name: string }[] } };
  const name = spec?.volumes?.[0]?.name ?? "";
  expect(name).toMatch(/^kube-api-access-[a-z0-9]{5}$/);
  expect(spec).toMatchObject({
    serviceAccountName: "default",
    serviceAccount: "default",
    containers: [
      { volumeMounts: [{ name, readOnly: true, mountPath: "/var/run/secrets/kubernetes.io/serviceaccount" }] },
    ],
    volumes: [
      {
        projected: {
          defaultMode: 420,
          sources: [
            { serviceAccountToken: { expirationSeconds: 3607, path: "token" } },
            { configMap: { name: "kube-root-ca.crt", items: [{ key: "ca.crt", path: "ca.crt" }] } },
            { downwardAPI: { items: [{ path: "namespace", fieldRef: { fieldPath: "metadata.namespace" } }] } },
          ],
        },
      },
    ],
  });
});

it("follows the account: pull secrets are its own, and tokens can be declined", async () => {
  await start();
  const account = { metadata: { name: "a" }, automountServiceAccountToken: false, imagePullSecrets: [{ name: "s" }] };
  await world.client.create(core("serviceaccounts"), account);
  const { spec } = (await pod("p", { serviceAccountName: "a" })) as { spec?: object };
  expect(spec).toMatchObject({ serviceAccountName: "a", imagePullSecrets: [{ name: "s" }] });
  expect(spec).not.toHaveProperty("volumes");
});

it("refuses pods of an account that does not exist", async () => {
  await start();
  await expect(pod("p", { serviceAccountName: "none" })).rejects.toThrow(
    'pods "p" is forbidden: error looking up service account default/none: serviceaccount "none" not found',
  );
});

it("refuses pods of an account whose name no path can have", async () => {
  await start();
  await expect(pod("p", { serviceAccountName: "a/b" })).rejects.toThrow(
    `pods "p" is forbidden: error looking up service account default/a/b: invalid resource name "a/b": [may not contain '/']`,
  );
});

it("lets pods have only listed secrets where the account says so", async () => {
  await start();
  await world.client.create(core("serviceaccounts"), {
    metadata: { name: "strict", annotations: { "kubernetes.io/enforce-mountable-secrets": "true" } },
    secrets: [{ name: "known" }],
  });
  const volumes = (secretName: string) => [{ name: "v", secret: { secretName } }];
  const made = await pod("p", { serviceAccountName: "strict", volumes: volumes("known") });
  await expect(pod("q", { serviceAccountName: "strict", volumes: volumes("other") })).rejects.toThrow(
    'pods "q" is forbidden: volume with secret.secretName="other" is not allowed because service account strict does not reference that secret',
  );
  const debugging = (name: string) => ({
    ...made,
    spec: {
      ...(made as { spec?: object }).spec,
      ephemeralContainers: [{ name: "e", image: "i", envFrom: [{ secretRef: { name } }] }],
    },
  });
  await expect(world.client.update(pods, debugging("other"), "ephemeralcontainers")).rejects.toThrow(
    'pods "p" is forbidden: ephemeral container e with envFrom referencing secret.secretName="other" is not allowed because service account strict does not reference that secret',
  );
  await world.client.update(pods, debugging("known"), "ephemeralcontainers");
});

it.each([
  [{ serviceAccountName: "default" }, "a mirror pod may not reference service accounts"],
  [{ imagePullSecrets: [{ name: "s" }] }, "a mirror pod may not reference secrets"],
  [
    { volumes: [{ name: "v", projected: { sources: [{ serviceAccountToken: { path: "t" } }] } }] },
    "a mirror pod may not use ServiceAccountToken volume projections",
  ],
])("refuses mirror pods with %j, before they are validated", async (spec, expected) => {
  await start();
  const mirror = { metadata: { name: "m", annotations: { "kubernetes.io/config.mirror": "x" } }, spec };
  await expect(world.client.create(pods, mirror)).rejects.toThrow(`pods "m" is forbidden: ${expected}`);
});
