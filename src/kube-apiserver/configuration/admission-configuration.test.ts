import { describe, expect, it } from "vitest";
import { loadAdmissionConfiguration } from "./admission-configuration.ts";

const encoder = new TextEncoder();
const head = "apiVersion: apiserver.config.k8s.io/v1\nkind: AdmissionConfiguration\n";
const own = "apiVersion: pod-security.admission.config.k8s.io/v1\nkind: PodSecurityConfiguration\n";

const load = (text: string, files: Readonly<Record<string, string>> = {}) =>
  loadAdmissionConfiguration(encoder.encode(text), (path) => encoder.encode(files[path] ?? ""));

const inFile = (text: string) => load(`${head}plugins: [{name: PodSecurity, path: ps.yaml}]`, { "ps.yaml": text });
const failed = `failed to initialize admission: couldn't init admission plugin "PodSecurity": `;

describe("the configuration of PodSecurity", () => {
  it("is in the file itself, or in one of its own", () => {
    const defaults = "defaults: {enforce: baseline, enforce-version: v1.30, warn: restricted, audit: ''}";
    const exemptions = "exemptions: {usernames: [ann], namespaces: [kube-system], runtimeClasses: [kata]}";
    const wanted = {
      defaults: {
        enforce: { level: "baseline", version: 30 },
        warn: { level: "restricted", version: "latest" },
        audit: { level: "privileged", version: "latest" },
      },
      exemptions: { usernames: ["ann"], namespaces: ["kube-system"], runtimeClasses: ["kata"] },
    };
    expect(inFile(`${own}${defaults}\n${exemptions}`).podSecurity).toEqual(wanted);
    const nested = `{apiVersion: pod-security.admission.config.k8s.io/v1beta1, kind: PodSecurityConfiguration, ${defaults}, ${exemptions}}`;
    expect(load(`${head}plugins: [{name: PodSecurity, configuration: ${nested}}]`).podSecurity).toEqual(wanted);
  });

  // the texts of k8s.io/pod-security-admission 0.34.1
  it.each([
    [
      "defaults: {enforce: high, enforce-version: v2, audit-version: '1.2'}",
      '[defaults.enforce: Invalid value: "high": must be one of privileged, baseline, restricted, defaults.enforce-version: Invalid value: "v2": must be "latest" or "v1.x", defaults.audit-version: Invalid value: "1.2": must be "latest" or "v1.x"]',
    ],
    [
      "exemptions: {usernames: ['', x, x], namespaces: [a, a]}",
      '[exemptions.namespaces[1]: Duplicate value: "a", exemptions.usernames[0]: Invalid value: "": username must not be empty, exemptions.usernames[2]: Duplicate value: "x"]',
    ],
    ["a: b", 'strict decoding error: unknown field "a"'],
  ])("is refused: %s", (text, message) => {
    expect(() => inFile(own + text)).toThrow(new Error(failed + message));
  });
});

it("the configuration of other plugins is refused by name, unless they read none", () => {
  expect(() => load(`${head}plugins: [{name: ImagePolicyWebhook, path: a.yaml}]`)).toThrow(
    "the configuration of the admission plugin ImagePolicyWebhook is not supported",
  );
  expect(load(`${head}plugins: [{name: ImagePolicyWebhook}, {name: NodeRestriction, path: a.yaml}]`)).toEqual({
    podSecurity: undefined,
  });
});

it("a file of another kind is refused", () => {
  expect(() => load("apiVersion: v1\nkind: Pod\n")).toThrow(
    'failed to read plugin config: no kind "Pod" is registered for version "v1" in scheme "pkg/runtime/scheme.go:110"',
  );
  expect(() => load(`${head}plugin: []`)).toThrow(
    'failed to read plugin config: strict decoding error: unknown field "plugin"',
  );
});
