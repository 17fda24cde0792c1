import { bytesOfBase64 } from "../../../apimachinery/base64.ts";
import { isNotFound } from "../../../apimachinery/errors.ts";
import type { JsonObject, JsonValue } from "../../../apimachinery/json/value.ts";
import { messageOf } from "../../../apimachinery/message-of.ts";
import type { Invocation } from "../../invocation.ts";
import { itemsAt, nameOf, namespaceOf, objectAt, textAt } from "../../json-access.ts";
import { KubectlError, throwAll } from "../../kubectl-error.ts";
import { alignTabs, describeWidths } from "../../output/tab-writer.ts";
import { build } from "../../resource/builder.ts";
import type { Found, Info } from "../../resource/info.ts";
import { groupResource, pathOf } from "../../resource/mapper.ts";
import { annotations, events, labels, listAll, requiredEvents, sortedKeys, type Describe } from "./describe-parts.ts";
import { breakdownRule, compactRules, goList, policyRuleOf, ruleResource } from "../auth/policy-rules.ts";
import { describeCertificateRequest } from "./describe-certificate-request.ts";
import { describeGeneric } from "./describe-generic.ts";
import {
  describeCronJob,
  describeDaemonSet,
  describeReplicationController,
  describeStatefulSet,
} from "./describe-controllers.ts";
import {
  describeEndpoints,
  describeEndpointSlice,
  describeIngress,
  describeIngressClass,
  describeIpAddress,
  describeNetworkPolicy,
  describeServiceCidr,
} from "./describe-network.ts";
import { describeLimitRange, describeNamespace, describeQuota } from "./describe-quotas.ts";
import { describeAutoscaler, describeDisruptionBudget, describePriorityClass } from "./describe-scaling.ts";
import {
  describeCsiNode,
  describePersistentVolume,
  describePersistentVolumeClaim,
  describeStorageClass,
  describeVolumeAttributesClass,
} from "./describe-storage.ts";
import { describeNode } from "./describe-node.ts";
import { describePod } from "./describe-pod.ts";
import { describeService } from "./describe-service.ts";
import { describeDeployment, describeJob, describeReplicaSet } from "./describe-workloads.ts";

const head = (object: JsonObject): string =>
  `Name:\t${nameOf(object)}\n${namespaceOf(object) === "" ? "" : `Namespace:\t${namespaceOf(object)}\n`}${labels(object)}${annotations(object)}`;

async function configMap(invocation: Invocation, object: JsonObject): Promise<string> {
  const data = objectAt(object, "data");
  const binary = objectAt(object, "binaryData");
  const texts = sortedKeys(data).map((key) => `${key}:\n----\n${textAt(data, key)}\n\n`);
  const sizes = sortedKeys(binary).map((key) => `${key}: ${bytesOfBase64(textAt(binary, key)).length} bytes\n`);
  return `${head(object)}\nData\n====\n${texts.join("")}\nBinaryData\n====\n${sizes.join("")}\n${await requiredEvents(invocation, object)}`;
}

function secret(_: Invocation, object: JsonObject): string {
  const data = objectAt(object, "data");
  const isToken = textAt(object, "type") === "kubernetes.io/service-account-token";
  const rows = sortedKeys(data).map((key) => {
    const bytes = bytesOfBase64(textAt(data, key));
    return `${key}:\t${isToken && key === "token" ? new TextDecoder().decode(bytes) : `${bytes.length} bytes`}\n`;
  });
  return `${head(object)}\nType:\t${textAt(object, "type")}\n\nData\n====\n${rows.join("")}`;
}

/** A service account, with the secrets it names and its tokens (describe.ServiceAccountDescriber). */
async function serviceAccount(invocation: Invocation, object: JsonObject): Promise<string> {
  const secrets = await secretsIn(invocation, namespaceOf(object));
  const uid = textAt(object, "metadata", "uid");
  const tokens = (secrets ?? []).filter((secret) => {
    const notes = objectAt(secret, "metadata", "annotations");
    const isOwn = textAt(notes, "kubernetes.io/service-account.uid") === uid;
    return textAt(secret, "type") === "kubernetes.io/service-account-token" && isOwn;
  });
  const existing = secrets?.map(nameOf);
  const rows = (title: string, names: readonly string[]): string => {
    const texts = names.map((name) => (existing?.includes(name) === false ? `${name} (not found)` : name));
    return `${title}\t${texts.length === 0 ? "<none>\n" : texts.map((text) => `${text}\n`).join(`${" ".repeat(19)}\t`)}`;
  };
  const named = (member: string): readonly string[] => itemsAt(object, member).map((item) => textAt(item, "name"));
  return [
    head(object),
    rows("Image pull secrets:", named("imagePullSecrets")),
    rows("Mountable secrets: ", named("secrets")),
    rows("Tokens:            ", tokens.map(nameOf)),
    await events(invocation, object),
  ].join("");
}

/** The secrets of a namespace; undefined if they cannot be read. */
async function secretsIn(invocation: Invocation, name: string): Promise<readonly JsonValue[] | undefined> {
  try {
    return await listAll(invocation, `/api/v1/namespaces/${name}/secrets`);
  } catch {
    return undefined;
  }
}

/** The rules of a role, joined by what they are for (describe.RoleDescriber). */
function role(_: Invocation, object: JsonObject): string {
  const rules = compactRules(itemsAt(object, "rules").map(policyRuleOf).flatMap(breakdownRule));
  const rows = rules.map(
    (rule) =>
      `  ${ruleResource(rule)}\t${goList(rule.nonResourceURLs)}\t${goList(rule.resourceNames)}\t${goList(rule.verbs)}\n`,
  );
  const header =
    "  Resources\tNon-Resource URLs\tResource Names\tVerbs\n  ---------\t-----------------\t--------------\t-----\n";
  return `Name:\t${nameOf(object)}\n${labels(object)}${annotations(object)}PolicyRule:\n${header}${rows.join("")}`;
}

function binding(_: Invocation, object: JsonObject): string {
  const rows = itemsAt(object, "subjects").map(
    (each) => `  ${textAt(each, "kind")}\t${textAt(each, "name")}\t${textAt(each, "namespace")}\n`,
  );
  const ref = objectAt(object, "roleRef");
  return `Name:\t${nameOf(object)}\n${labels(object)}${annotations(object)}Role:\n  Kind:\t${textAt(ref, "kind")}\n  Name:\t${textAt(ref, "name")}\nSubjects:\n  Kind\tName\tNamespace\n  ----\t----\t---------\n${rows.join("")}`;
}

/** The describers by resource. */
// oxfmt-ignore
const describers: Readonly<Record<string, Describe>> = {
  configmaps: configMap,
  secrets: secret,
  namespaces: describeNamespace,
  resourcequotas: describeQuota,
  limitranges: describeLimitRange,
  persistentvolumes: describePersistentVolume,
  persistentvolumeclaims: describePersistentVolumeClaim,
  endpoints: describeEndpoints,
  replicationcontrollers: describeReplicationController,
  "daemonsets.apps": describeDaemonSet,
  "statefulsets.apps": describeStatefulSet,
  "cronjobs.batch": describeCronJob,
  "certificatesigningrequests.certificates.k8s.io": describeCertificateRequest,
  "endpointslices.discovery.k8s.io": describeEndpointSlice,
  "horizontalpodautoscalers.autoscaling": describeAutoscaler,
  "ingresses.networking.k8s.io": describeIngress,
  "ingressclasses.networking.k8s.io": describeIngressClass,
  "ipaddresses.networking.k8s.io": describeIpAddress,
  "networkpolicies.networking.k8s.io": describeNetworkPolicy,
  "servicecidrs.networking.k8s.io": describeServiceCidr,
  "poddisruptionbudgets.policy": describeDisruptionBudget,
  "priorityclasses.scheduling.k8s.io": describePriorityClass,
  "storageclasses.storage.k8s.io": describeStorageClass,
  "volumeattributesclasses.storage.k8s.io": describeVolumeAttributesClass,
  "csinodes.storage.k8s.io": describeCsiNode,
  serviceaccounts: serviceAccount,
  pods: describePod,
  services: describeService,
  nodes: describeNode,
  "deployments.apps": describeDeployment,
  "replicasets.apps": describeReplicaSet,
  "jobs.batch": describeJob,
  "roles.rbac.authorization.k8s.io": role,
  "clusterroles.rbac.authorization.k8s.io": role,
  "rolebindings.rbac.authorization.k8s.io": binding,
  "clusterrolebindings.rbac.authorization.k8s.io": binding,
};

/** The objects whose names begin as the one that was not found (describe.DescribeMatchingResources). */
async function byPrefix(invocation: Invocation, found: Found): Promise<readonly Info[]> {
  const [type = "", prefix = ""] = invocation.args;
  const [error, ...others] = found.errors;
  if (invocation.args.length !== 2 || others.length > 0 || !isNotFound(error)) return [];
  const chunkSize = invocation.flags.int("chunk-size");
  const all = await build(invocation, { args: [type], allowEmptySelector: true, chunkSize });
  throwAll(all.errors);
  return all.infos.filter(({ name }) => name.startsWith(prefix));
}

/** A text without what terminals act on (printers.WriteEscaped). */
const escaped = (text: string): string => text.replaceAll("\u001b", "^[").replaceAll("\r", "\\r");

/** `kubectl describe`. */
export async function describe(invocation: Invocation): Promise<void> {
  const { flags, args, out, err } = invocation;
  if (args.length === 0 && flags.list("filename").length === 0 && flags.text("kustomize") === "")
    throw new KubectlError(
      'You must specify the type of resource to describe. Use "kubectl api-resources" for a complete list of supported resources.',
    );
  const everywhere = flags.bool("all-namespaces");
  const found = await build(invocation, {
    args,
    allowEmptySelector: true,
    allNamespaces: everywhere,
    chunkSize: flags.int("chunk-size"),
    asWritten: true,
  });
  const matching = await byPrefix(invocation, found);
  const isPrefix = args.length === 2 && isNotFound(found.errors[0]);
  const infos = isPrefix ? matching : found.infos;
  const errors: unknown[] = matching.length > 0 ? [] : [...found.errors];
  const texts: string[] = [];
  for (const { resource, namespace, name } of infos) {
    const describer = describers[groupResource(resource)] ?? describeGeneric;
    try {
      const object = await invocation.rest.object({ method: "GET", path: pathOf(resource, namespace, name) });
      texts.push(alignTabs(escaped(await describer(invocation, object)), describeWidths));
    } catch (error) {
      if (isPrefix) throw error;
      if (!errors.some((each) => messageOf(each) === messageOf(error))) errors.push(error);
    }
  }
  out(matching.length > 0 ? texts.map((text) => `${text}\n`).join("") : texts.join("\n\n"));
  if (texts.length === 0 && errors.length === 0)
    err(everywhere ? "No resources found\n" : `No resources found in ${invocation.namespace} namespace.\n`);
  throwAll(errors);
}
