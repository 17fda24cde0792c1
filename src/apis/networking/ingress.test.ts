import { describe, expect, it } from "vitest";
import { errorMessage } from "../../apimachinery/field-error.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { createFeatureGates, type FeatureGates } from "../../component-base/features/feature-gates.ts";
import {
  ingressStatusStrategy,
  ingressStrategy,
  validateIngressCreate,
  validateIngressStatus,
  validateIngressUpdate,
} from "./ingress.ts";

const gates = createFeatureGates();
const ingress = (spec: object, annotations?: Record<string, string>): KubeObject => ({
  metadata: { name: "a", ...(annotations && { annotations }) },
  spec,
});
const rule = (path: object, host = "a.example.com") => ({ rules: [{ host, http: { paths: [path] } }] });
const to = (name: string, port: object = { number: 80 }) => ({ backend: { service: { name, port } } });
const created = (object: KubeObject, features: FeatureGates = gates): readonly string[] =>
  validateIngressCreate(object, features).map(errorMessage);
const updated = (spec: object, old: object): readonly string[] =>
  validateIngressUpdate(ingress(spec), ingress(old), gates).map(errorMessage);

describe("ingresses", () => {
  // oxfmt-ignore
  it.each([
    ["with a prefix", rule({ path: "/a", pathType: "Prefix", ...to("s") }), []],
    ["without a rule and a backend", {}, ["spec: Invalid value: null: either `defaultBackend` or `rules` must be specified"]],
    ["with every mistake of a path", rule({ path: "a//b/./%2f%2F/../..", pathType: "Exact", ...to("s") }), [
      "must be an absolute path", "must not contain '//'", "must not contain '/./'", "must not contain '/../'", "must not contain '%2f'", "must not contain '%2F'", "cannot end with '/..'",
    ].map((problem) => `spec.rules[0].http.paths[0].path: Invalid value: "a//b/./%2f%2F/../..": ${problem}`)],
    ["that ends with a dot", rule({ path: "/.", pathType: "Prefix", ...to("s") }), ['spec.rules[0].http.paths[0].path: Invalid value: "/.": cannot end with \'/.\'']],
    ["with a relative path left to the implementation", rule({ path: "a", pathType: "ImplementationSpecific", ...to("s") }), ['spec.rules[0].http.paths[0].path: Invalid value: "a": must be an absolute path']],
    ["with an odd type", rule({ path: "/", pathType: "Regex", ...to("s") }), ['spec.rules[0].http.paths[0].pathType: Unsupported value: "Regex": supported values: "Exact", "ImplementationSpecific", "Prefix"']],
    ["without a type, after which nothing is looked at", rule({}), ["spec.rules[0].http.paths[0].pathType: Required value: pathType must be specified"]],
    ["with a port by name and number", { defaultBackend: { service: { name: "", port: { name: "a", number: 1 } } } }, ["spec.defaultBackend.service.name: Required value", 'spec.defaultBackend: Invalid value: "": cannot set both port name & port number']],
    ["with a resource of the core group spelled out", { defaultBackend: { resource: { apiGroup: "", kind: "a/b", name: ".." } } }, [
      expect.stringContaining('spec.defaultBackend.resource.apiGroup: Invalid value: "": a lowercase RFC 1123 subdomain'),
      'spec.defaultBackend.resource.kind: Invalid value: "a/b": may not contain \'/\'', 'spec.defaultBackend.resource.name: Invalid value: "..": may not be \'..\'',
    ]],
    ["with a class of no name", { ...rule({ path: "/", pathType: "Prefix", ...to("s") }), ingressClassName: "" }, [expect.stringContaining('spec.ingressClassName: Invalid value: "": a lowercase')]],
  ])("%s", (_name, spec, expected) => expect(created(ingress(spec))).toEqual(expected));

  it("name their class once or alike", () => {
    const spec = { ...rule({ path: "/", pathType: "Prefix", ...to("s") }), ingressClassName: "a" };
    expect(created(ingress(spec, { "kubernetes.io/ingress.class": "a" }))).toEqual([]);
    expect(created(ingress(spec, { "kubernetes.io/ingress.class": "b" }))).toEqual([
      'annotations.kubernetes.io/ingress.class: Invalid value: "b": must match `ingressClassName` when both are specified',
    ]);
  });

  it("warn of the annotation where it is the only name of the class", () => {
    const annotations = { "kubernetes.io/ingress.class": "a" };
    expect(ingressStrategy.warningsOnCreate?.(ingress({}, annotations))).toEqual([
      `annotation "kubernetes.io/ingress.class" is deprecated, please use 'spec.ingressClassName' instead`,
    ]);
    expect(ingressStrategy.warningsOnCreate?.(ingress({ ingressClassName: "a" }, annotations))).toEqual([]);
    expect(ingressStrategy.warningsOnCreate?.(ingress({}))).toEqual([]);
  });

  it("lead to services that begin with a digit if the gate is on or they did before", () => {
    const digit = rule({ path: "/", pathType: "Prefix", ...to("1a") });
    const letter = rule({ path: "/", pathType: "Prefix", ...to("a") });
    const error = expect.stringContaining('service.name: Invalid value: "1a": a DNS-1035 label');
    expect(created(ingress(digit))).toEqual([error]);
    expect(created(ingress(digit), createFeatureGates({ RelaxedServiceNameValidation: true }))).toEqual([]);
    expect(updated(digit, letter)).toEqual([error]);
    expect(updated({ ...digit, tls: [{}] }, digit)).toEqual([]);
    expect(updated(digit, { ...letter, defaultBackend: { service: { name: "2b" } } })).toEqual([error]);
  });

  it("are told what they lack as Go prints it: an empty list of rules, and a path that is absent", () => {
    expect(created(ingress({ rules: [] }))).toEqual([
      "spec: Invalid value: []: either `defaultBackend` or `rules` must be specified",
    ]);
    expect(created(ingress({}))).toEqual([
      "spec: Invalid value: null: either `defaultBackend` or `rules` must be specified",
    ]);
    expect(created(ingress(rule({ pathType: "Prefix", ...to("s") }, "a.example.com")))).toContain(
      'spec.rules[0].http.paths[0].path: Invalid value: "": must be an absolute path',
    );
  });

  it("keep what is wrong with secrets and with rules of wildcard hosts", () => {
    const valid = { defaultBackend: { service: { name: "s", port: { number: 80 } } } };
    const secret = { ...valid, tls: [{ secretName: "A" }] };
    const wildcard = rule({ path: "a", pathType: "Prefix", ...to("s") }, "*.example.com");
    const plain = rule({ path: "a", pathType: "Prefix", ...to("s") }, "a.example.com");
    expect(updated(secret, valid)).toEqual([expect.stringContaining("spec.tls[0].secretName")]);
    expect(updated(secret, { ...valid, tls: [{ secretName: "B" }] })).toEqual([]);
    expect(updated(wildcard, valid)).toEqual([expect.stringContaining("spec.rules[0].http.paths[0].path")]);
    expect(updated(wildcard, wildcard)).toEqual([]);
    expect(updated(plain, wildcard)).toEqual([expect.stringContaining("spec.rules[0].http.paths[0].path")]);
  });

  it("have addresses in their status, of which odd ones stay", () => {
    const status = (...points: readonly object[]): KubeObject => ({
      metadata: {},
      status: { loadBalancer: { ingress: points } },
    });
    const check = (object: KubeObject, old: KubeObject, features = gates): readonly string[] =>
      validateIngressStatus(object, old, features).map(errorMessage);
    const strict = createFeatureGates({ StrictIPCIDRValidation: true });
    const path = "status.loadBalancer.ingress[0]";
    expect(check(status({ ip: "010.0.0.1" }), status())).toEqual([]);
    expect(check(status({ ip: "010.0.0.1" }), status(), strict)).toEqual([
      `${path}.ip: Invalid value: "010.0.0.1": must not have leading 0s`,
    ]);
    expect(check(status({ ip: "010.0.0.1" }), status({ ip: "010.0.0.1" }), strict)).toEqual([]);
    expect(check(status({ hostname: "1.2.3.4" }), status())).toEqual([
      `${path}.hostname: Invalid value: "1.2.3.4": must be a DNS name, not an IP address`,
    ]);
    expect(ingressStatusStrategy.warningsOnUpdate?.(status({ ip: "010.0.0.1" }, { ip: "" }), status())).toEqual([
      `${path}: non-standard IP address "010.0.0.1" will be considered invalid in a future Kubernetes release: use "10.0.0.1"`,
    ]);
  });
});
