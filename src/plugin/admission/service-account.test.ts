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
