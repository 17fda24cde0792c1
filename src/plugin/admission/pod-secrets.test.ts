import { describe, expect, it } from "vitest";
import type { KubeObject } from "../../apimachinery/meta.ts";
import {
  enforcesMountableSecrets,
  projectsToken,
  referencesSecrets,
  unlistedEphemeralSecret,
  unlistedSecret,
} from "./pod-secrets.ts";

const account: KubeObject = {
  metadata: { name: "a" },
  secrets: [{ name: "known" }],
  imagePullSecrets: [{ name: "pull" }],
} as KubeObject;
const inVariable = (name: string) => ({ env: [{ name: "E", valueFrom: { secretKeyRef: { name, key: "k" } } }] });
const inEnvironment = (name: string) => ({ envFrom: [{ configMapRef: { name: "m" } }, { secretRef: { name } }] });

describe("secrets of a pod", () => {
  // oxfmt-ignore
  it.each<readonly [string, object, string | undefined]>([
    ["in a volume", { volumes: [{ name: "v", secret: { secretName: "other" } }] }, 'volume with secret.secretName="other"'],
    ["in a variable of an init container", { initContainers: [{ name: "i", ...inVariable("other") }] }, 'init container i with envVar E referencing secret.secretName="other"'],
    ["in the environment of an init container", { initContainers: [{ name: "i", ...inEnvironment("other") }] }, 'init container i with envFrom referencing secret.secretName="other"'],
    ["in a variable", { containers: [{ name: "c", ...inVariable("other") }] }, 'container c with envVar E referencing secret.secretName="other"'],
    ["in the environment", { containers: [{ name: "c", ...inEnvironment("other") }] }, 'container c with envFrom referencing secret.secretName="other"'],
    ["that the account lists", { volumes: [{ name: "v", secret: { secretName: "known" } }], containers: [{ name: "c", ...inVariable("known"), ...inEnvironment("known") }], imagePullSecrets: [{ name: "pull" }] }, undefined],
    ["that are projected", { volumes: [{ name: "v", projected: { sources: [{ secret: { name: "other" } }] } }] }, undefined],
    ["of ephemeral containers", { ephemeralContainers: [{ name: "e", ...inVariable("other") }] }, undefined],
  ])("%s are judged by the account", (_, spec, expected) => {
    expect(unlistedSecret({ ...spec }, account)).toBe(
      expected && `${expected} is not allowed because service account a does not reference that secret`,
    );
  });

  it("that pull images must be pull secrets of the account", () => {
    expect(unlistedSecret({ imagePullSecrets: [{ name: "pull" }, { name: "known" }] }, account)).toBe(
      'imagePullSecrets[1].name="known" is not allowed because service account a does not reference that imagePullSecret',
    );
  });

  it("of ephemeral containers are judged by themselves", () => {
    const spec = { containers: [{ name: "c", ...inVariable("other") }] };
    expect(unlistedEphemeralSecret(spec, account)).toBeUndefined();
    expect(unlistedEphemeralSecret({ ephemeralContainers: [{ name: "e", ...inEnvironment("other") }] }, account)).toBe(
      'ephemeral container e with envFrom referencing secret.secretName="other" is not allowed because service account a does not reference that secret',
    );
  });

  // oxfmt-ignore
  it.each<readonly [string, object, boolean]>([
    ["none", { volumes: [{ name: "v", emptyDir: {} }, { name: "t", projected: { sources: [{ serviceAccountToken: { path: "t" } }] } }], containers: [{ name: "c", env: [{ name: "E", value: "" }] }] }, false],
    ["a pull secret", { imagePullSecrets: [{ name: "s" }] }, true],
    ["a variable of an ephemeral container", { ephemeralContainers: [{ name: "e", ...inVariable("s") }] }, true],
    ["a volume", { volumes: [{ name: "v", secret: {} }] }, true],
    ["a projected secret", { volumes: [{ name: "v", projected: { sources: [{ secret: { name: "s" } }] } }] }, true],
    ["an azure file", { volumes: [{ name: "v", azureFile: { secretName: "s", shareName: "x" } }] }, true],
    ["a csi volume", { volumes: [{ name: "v", csi: { driver: "d", nodePublishSecretRef: { name: "s" } } }] }, true],
    ["an iscsi volume", { volumes: [{ name: "v", iscsi: { secretRef: { name: "s" } } }] }, true],
  ])("are found: %s", (_, spec, expected) => expect(referencesSecrets({ ...spec })).toBe(expected));

  it("are not tokens that are projected", () => {
    expect(projectsToken({ volumes: [{ name: "v", projected: { sources: [{ secret: {} }] } }] })).toBe(false);
    expect(projectsToken({ volumes: [{ name: "v", projected: { sources: [{ serviceAccountToken: {} }] } }] })).toBe(
      true,
    );
  });
});

it.each([
  ["true", true],
  ["1", true],
  ["yes", false],
  ["false", false],
])("an account with the annotation %s restricts secrets: %s", (value, expected) => {
  const annotations = { "kubernetes.io/enforce-mountable-secrets": value };
  expect(enforcesMountableSecrets({ metadata: { annotations } })).toBe(expected);
});
