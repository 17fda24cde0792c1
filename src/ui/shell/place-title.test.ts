import { expect, test } from "vitest";
import type { Resource } from "../kube/resource.ts";
import { titleOf } from "./place-title.ts";

const resource = (kind: string, name: string, group = "", namespaced = true): Resource => ({
  group,
  version: "v1",
  resource: name,
  kind,
  namespaced,
  verbs: [],
  shortNames: [],
  subresources: [],
  categories: [],
  singular: "",
});

const resources = [
  resource("Pod", "pods"),
  resource("Namespace", "namespaces", "", false),
  resource("NetworkPolicy", "networkpolicies", "networking.k8s.io"),
  resource("Endpoints", "endpoints"),
];

test.each([
  ["", "default", "World"],
  ["requests/abc", "", "Requests"],
  ["objects", "", "Objects"],
  ["objects/core/v1/pods", "default", "Pods in default"],
  ["objects/core/v1/pods", "", "Pods in all namespaces"],
  ["objects/core/v1/namespaces", "default", "Namespaces"],
  ["objects/networking.k8s.io/v1/networkpolicies", "demo", "NetworkPolicies in demo"],
  ["objects/core/v1/endpoints", "demo", "Endpoints in demo"],
  ["objects/core/v1/pods/demo/web", "default", "web (Pod in demo)"],
  ["objects/core/v1/namespaces/-/demo", "default", "demo (Namespace)"],
  ["explain/apps/v1/Deployment", "", "Explain Deployment"],
  ["definitions/installed/lamps.example.com", "", "lamps.example.com · Definitions"],
  ["lessons", "", "Lessons"],
  ["lessons/watch/3", "", "watch · Lessons"],
  ["cel/cost", "", "CEL"],
  ["policies/own", "", "Policies"],
  ["policies/installed/ValidatingAdmissionPolicy/team-label", "", "team-label · Policies"],
  ["explain", "", "Explain Pod"],
  ["identity", "", "Identity"],
  ["no-such-place", "", "World"],
])("the title of %s with namespace %j is %s", (address, namespace, title) => {
  const route = { parts: address === "" ? [] : address.split("/"), parameters: {} };
  expect(titleOf(route, resources, namespace)).toBe(title);
});
