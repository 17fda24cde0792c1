import type { SubresourceDefinition, Verb } from "../../apiserver/registry/resource-definition.ts";
import { connectSubresource, createSubresource, viewSubresource } from "../define-resource.ts";
import { statusStrategy } from "../strategies/object-strategy.ts";
import { bindPod } from "./binding.ts";
import { connectToPod, forwardToPod, proxyToNode, proxyToPod, proxyToService, readLog } from "./connect.ts";
import { evictPod } from "./eviction.ts";
import { ephemeralContainersStrategy, podStatusStrategy, resizeStrategy } from "./pod.ts";
import { nodeStrategy, serviceStrategy } from "./strategies.ts";
import { requestToken } from "./token-request.ts";

const proxyMethods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];
const proxyVerbs: readonly Verb[] = ["create", "delete", "get", "patch", "update"];
const streamMethods = ["GET", "POST"];
const streamVerbs: readonly Verb[] = ["create", "get"];
const bindingGvk = { group: "", version: "v1", kind: "Binding" };

/** Subresources of pods, in discovery's order. */
export const podSubresources: readonly SubresourceDefinition[] = [
  connectSubresource("attach", "PodAttachOptions", streamMethods, streamVerbs, connectToPod),
  createSubresource("binding", bindingGvk, bindPod),
  viewSubresource("ephemeralcontainers", ephemeralContainersStrategy),
  createSubresource("eviction", { group: "policy", version: "v1", kind: "Eviction" }, evictPod),
  connectSubresource("exec", "PodExecOptions", streamMethods, streamVerbs, connectToPod),
  { name: "log", verbs: ["get"], behavior: { type: "connect", methods: ["GET"], connect: readLog } },
  connectSubresource("portforward", "PodPortForwardOptions", streamMethods, streamVerbs, forwardToPod),
  connectSubresource("proxy", "PodProxyOptions", proxyMethods, proxyVerbs, proxyToPod),
  { ...viewSubresource("resize", resizeStrategy), gate: "InPlacePodVerticalScaling" },
  viewSubresource("status", podStatusStrategy),
];

/** Subresources of nodes. */
export const nodeSubresources: readonly SubresourceDefinition[] = [
  connectSubresource("proxy", "NodeProxyOptions", proxyMethods, proxyVerbs, proxyToNode),
  viewSubresource("status", statusStrategy(nodeStrategy)),
];

/** Subresources of services. */
export const serviceSubresources: readonly SubresourceDefinition[] = [
  connectSubresource("proxy", "ServiceProxyOptions", proxyMethods, proxyVerbs, proxyToService),
  viewSubresource("status", statusStrategy(serviceStrategy)),
];

/** Subresources of service accounts. */
export const serviceAccountSubresources: readonly SubresourceDefinition[] = [
  createSubresource("token", { group: "authentication.k8s.io", version: "v1", kind: "TokenRequest" }, requestToken),
];
