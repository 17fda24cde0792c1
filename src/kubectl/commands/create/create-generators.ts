import { quoteGo } from "../../../apimachinery/go-strings.ts";
import { parseLabelSelector } from "../../../apimachinery/labels/parse.ts";
import { messageOf } from "../../../apimachinery/message-of.ts";
import { parseQuantity } from "../../../apimachinery/quantity-parse.ts";
import { base64OfBytes } from "../../../apimachinery/base64.ts";
import type { JsonObject, JsonValue } from "../../../apimachinery/json/value.ts";
import type { Invocation, Run } from "../../invocation.ts";
import { objectAt, valueAt } from "../../json-access.ts";
import { KubectlError, throwAll, usageError } from "../../kubectl-error.ts";
import { lookUp } from "../../resource/mapper-of.ts";
import { groupVersion, pathOf } from "../../resource/mapper.ts";
import { withHash } from "./append-hash.ts";
import { configMapWords, keyValues, literalData, secretWords } from "./literal-data.ts";
import { ingressSpec, policyRules, serviceOf, subjectsOf } from "./generated-parts.ts";
import { goJson, withTypedConfiguration } from "../apply/last-applied.ts";
import { createTypedPrinter } from "../../output/printer.ts";
import { build, kubectlScheme } from "../../resource/builder.ts";
import { recorded } from "../write/record.ts";
import { randomSuffix } from "../../session.ts";
import { dryRunOf, printDone, writeQuery } from "../write/write-options.ts";

type Generate = (invocation: Invocation, name: string) => Promise<JsonObject> | JsonObject;

/** A generator: what its errors are called, the flags that it requires, and the object that it makes. */
interface Generator {
  /** Before the message of a failed creation; "" for the plain error. */
  readonly failure: string;
  readonly required?: readonly string[];
  readonly generate: Generate;
}

const rbac = "rbac.authorization.k8s.io";

const containerOf = ({ args, dash }: Invocation, name: string, image: string): JsonObject => ({
  image,
  name,
  resources: {},
  ...(dash >= 0 && args.length > dash && { command: args.slice(dash) }),
});

/** The name of a container: the last part of its image without tag (create.sanitizeAndUniquify). */
function imageName({ session }: Invocation, image: string): string {
  const name = (image.split("/").at(-1) ?? "").split(/[:@]/)[0] ?? "";
  return /[_.]/.test(name) ? `${name.replace(/[_.]/g, "-")}-${randomSuffix(session)}` : name;
}

function deployment(invocation: Invocation, name: string): JsonObject {
  const { flags, dash, args } = invocation;
  const images = flags.list("image");
  if (images.length > 1 && dash >= 0 && args.length > dash)
    throw new KubectlError("cannot specify multiple --image options and command");
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name, labels: { app: name } },
    spec: {
      replicas: flags.int("replicas"),
      selector: { matchLabels: { app: name } },
      strategy: {},
      template: {
        metadata: { labels: { app: name } },
        spec: {
          containers: images.map((image, i) => ({
            ...containerOf(invocation, imageName(invocation, image), image),
            ...(i === 0 && flags.int("port") >= 0 && { ports: [{ containerPort: flags.int("port") }] }),
          })),
        },
      },
    },
    status: {},
  };
}

async function job(invocation: Invocation, name: string): Promise<JsonObject> {
  const { flags, args } = invocation;
  const from = flags.text("from");
  const head = { apiVersion: "batch/v1", kind: "Job" };
  if ((from === "") === (flags.text("image") === ""))
    throw new KubectlError("either --image or --from must be specified");
  if (from !== "" && args.length > 1) throw new KubectlError("cannot specify --from and command");
  if (from === "") {
    const pod = { containers: [containerOf(invocation, name, flags.text("image"))], restartPolicy: "Never" };
    return { ...head, metadata: { name }, spec: { template: { metadata: {}, spec: pod } }, status: {} };
  }
  const { infos, errors } = await build(invocation, { args: [from], scheme: kubectlScheme });
  throwAll(errors);
  const [info] = infos;
  if (info === undefined || infos.length > 1) throw new KubectlError("from must be an existing cronjob");
  const { resource, name: of, object: cronJob } = info;
  if (resource.kind !== "CronJob") throw new KubectlError(`unknown object type *${resource.version}.${resource.kind}`);
  const owner = {
    apiVersion: "batch/v1",
    controller: true,
    kind: "CronJob",
    name: of,
    uid: valueAt(cronJob, "metadata", "uid") ?? "",
  };
  const template = objectAt(cronJob, "spec", "jobTemplate");
  const annotations = {
    ...objectAt(template, "metadata", "annotations"),
    "cronjob.kubernetes.io/instantiate": "manual",
  };
  const labels = objectAt(template, "metadata", "labels");
  return {
    ...head,
    metadata: { name, annotations, ...(Object.keys(labels).length > 0 && { labels }), ownerReferences: [owner] },
    spec: objectAt(template, "spec"),
    status: {},
  };
}

function cronJob(invocation: Invocation, name: string): JsonObject {
  const { flags } = invocation;
  const pod = {
    containers: [containerOf(invocation, name, flags.text("image"))],
    restartPolicy: flags.text("restart") || "OnFailure",
  };
  return {
    apiVersion: "batch/v1",
    kind: "CronJob",
    metadata: { name },
    spec: {
      jobTemplate: { metadata: { name }, spec: { template: { metadata: {}, spec: pod } } },
      schedule: flags.text("schedule"),
    },
    status: {},
  };
}

async function configMap(invocation: Invocation, name: string): Promise<JsonObject> {
  const data = await literalData(invocation, configMapWords(name));
  return { apiVersion: "v1", ...(Object.keys(data).length > 0 && { data }), kind: "ConfigMap", metadata: { name } };
}

const encoded = (data: Readonly<Record<string, string>>): JsonObject =>
  Object.fromEntries(Object.entries(data).map(([key, text]) => [key, base64OfBytes(new TextEncoder().encode(text))]));

async function genericSecret(invocation: Invocation, name: string): Promise<JsonObject> {
  const data = encoded(await literalData(invocation, secretWords));
  const type = invocation.flags.text("type");
  return {
    apiVersion: "v1",
    ...(Object.keys(data).length > 0 && { data }),
    kind: "Secret",
    metadata: { name },
    ...(type !== "" && { type }),
  };
}

async function tlsSecret({ flags, session }: Invocation, name: string): Promise<JsonObject> {
  const [cert, key] = [flags.text("cert"), flags.text("key")];
  if (cert === "" || key === "") throw new KubectlError("key and cert must be specified");
  const read = async (path: string): Promise<string> => {
    const text = await session.files.read(path);
    if (text === undefined) throw new KubectlError(`Cannot read file ${path}, open ${path}: no such file or directory`);
    return text;
  };
  const pair = { "tls.crt": await read(cert), "tls.key": await read(key) };
  const { keyPairProblem } = await import("../../../apis/certificates/x509/key-pair.ts");
  const problem = keyPairProblem(pair["tls.crt"], pair["tls.key"]);
  if (problem !== undefined) throw new KubectlError(problem);
  const data = encoded(pair);
  return { apiVersion: "v1", data, kind: "Secret", metadata: { name }, type: "kubernetes.io/tls" };
}

async function registrySecret(invocation: Invocation, name: string): Promise<JsonObject> {
  const { flags } = invocation;
  const type = "kubernetes.io/dockerconfigjson";
  if (flags.list("from-file").length > 0) {
    const data = encoded(await literalData(invocation, { ...secretWords, fileKey: ".dockerconfigjson" }));
    return { apiVersion: "v1", data, kind: "Secret", metadata: { name }, type };
  }
  const [username, password, email] = [
    flags.text("docker-username"),
    flags.text("docker-password"),
    flags.text("docker-email"),
  ];
  if (username === "" || password === "" || flags.text("docker-server") === "")
    throw new KubectlError(
      "either --from-file or the combination of --docker-username, --docker-password and --docker-server is required",
    );
  const auth = base64OfBytes(new TextEncoder().encode(`${username}:${password}`));
  const entry = { username, password, ...(email !== "" && { email }), auth };
  const text = goJson({ auths: { [flags.text("docker-server")]: entry } });
  return {
    apiVersion: "v1",
    data: encoded({ ".dockerconfigjson": text }),
    kind: "Secret",
    metadata: { name },
    type,
  };
}

async function role(invocation: Invocation, name: string): Promise<JsonObject> {
  return { apiVersion: `${rbac}/v1`, kind: "Role", metadata: { name }, rules: await policyRules(invocation) };
}

async function clusterRole(invocation: Invocation, name: string): Promise<JsonObject> {
  const head = { apiVersion: `${rbac}/v1`, kind: "ClusterRole", metadata: { name } };
  const aggregation = invocation.flags.text("aggregation-rule");
  if (aggregation === "") return { ...head, rules: await policyRules(invocation) };
  if (["verb", "resource", "resource-name", "non-resource-url"].some((flag) => invocation.flags.list(flag).length > 0))
    throw new KubectlError(
      "aggregation rule must be specified without nonResourceURLs, verbs, resources or resourceNames",
    );
  return {
    ...head,
    aggregationRule: { clusterRoleSelectors: [{ matchLabels: keyValues(aggregation.split(",")) }] },
    rules: null,
  };
}

function binding(kind: "RoleBinding" | "ClusterRoleBinding"): Generate {
  return ({ flags }, name) => {
    const [ofCluster, ofNamespace] = [flags.text("clusterrole"), flags.text("role")];
    if (kind === "RoleBinding" && (ofCluster === "") === (ofNamespace === ""))
      throw new KubectlError("exactly one of clusterrole or role must be specified");
    const roleRef = { apiGroup: rbac, kind: ofCluster === "" ? "Role" : "ClusterRole", name: ofCluster || ofNamespace };
    return { apiVersion: `${rbac}/v1`, kind, metadata: { name }, roleRef, ...subjectsOf(flags) };
  };
}

function quota({ flags }: Invocation, name: string): JsonObject {
  const hard = flags.text("hard");
  const scopes = flags.text("scopes");
  const odd = hard === "" ? undefined : hard.split(",").find((pair) => pair.split("=").length !== 2);
  if (odd !== undefined) throw new KubectlError(`Invalid argument syntax ${odd}, expected <resource>=<value>`);
  if (hard !== "") for (const pair of hard.split(",")) parseQuantity(pair.split("=")[1] ?? "");
  const spec = {
    ...(hard !== "" && { hard: keyValues(hard.split(",")) }),
    ...(scopes !== "" && { scopes: scopes.split(",") }),
  };
  return { apiVersion: "v1", kind: "ResourceQuota", metadata: { name }, spec, status: {} };
}

/** A text as a selector of objects (metav1.ParseToLabelSelector). Throws a KubectlError. */
function selectorOf(text: string): JsonObject {
  const operators: Readonly<Record<string, string>> = {
    in: "In",
    notin: "NotIn",
    exists: "Exists",
    "!": "DoesNotExist",
  };
  const matchLabels: Record<string, string> = {};
  const matchExpressions: JsonObject[] = [];
  for (const { key, operator, values: given } of requirementsOf(text)) {
    const values = given ?? [];
    const name = operators[operator];
    if (operator === "=" || operator === "==") matchLabels[key] = values[0] ?? "";
    else if (name !== undefined)
      matchExpressions.push({ key, operator: name, ...(values.length > 0 && { values: [...values].sort() }) });
    else throw new KubectlError(`${quoteGo(operator)} is not a valid label selector operator`);
  }
  return {
    ...(Object.keys(matchLabels).length > 0 && { matchLabels }),
    ...(matchExpressions.length > 0 && { matchExpressions }),
  };
}

function requirementsOf(text: string) {
  try {
    return parseLabelSelector(text).requirements;
  } catch (error) {
    throw new KubectlError(`couldn't parse the selector string ${quoteGo(text)}: ${messageOf(error)}`);
  }
}

function disruptionBudget({ flags }: Invocation, name: string): JsonObject {
  const [least, most] = [flags.text("min-available"), flags.text("max-unavailable")];
  if (flags.text("selector") === "") throw new KubectlError("a selector must be specified");
  if (least === "" && most === "") throw new KubectlError("one of min-available or max-unavailable must be specified");
  if (least !== "" && most !== "") throw new KubectlError("min-available and max-unavailable cannot be both specified");
  for (const name of ["min-available", "max-unavailable"])
    if (!/^(?:\d+%?)?$/.test(flags.text(name))) throw new KubectlError(`invalid format specified for ${name}`);
  const count = (text: string): JsonValue => (/^\d+$/.test(text) ? Number(text) : text);
  return {
    apiVersion: "policy/v1",
    kind: "PodDisruptionBudget",
    metadata: { name },
    spec: {
      ...(least === "" ? { maxUnavailable: count(most) } : { minAvailable: count(least) }),
      selector: selectorOf(flags.text("selector")),
    },
    status: { currentHealthy: 0, desiredHealthy: 0, disruptionsAllowed: 0, expectedPods: 0 },
  };
}

const priorityClass: Generate = ({ flags }, name) => ({
  apiVersion: "scheduling.k8s.io/v1",
  kind: "PriorityClass",
  metadata: { name },
  ...(flags.text("description") !== "" && { description: flags.text("description") }),
  ...(flags.bool("global-default") && { globalDefault: true }),
  preemptionPolicy: flags.text("preemption-policy"),
  value: flags.int("value"),
});

function ingress({ flags }: Invocation, name: string): JsonObject {
  const spec = ingressSpec(flags);
  const odd = flags.list("annotation").find((each) => !each.includes("="));
  if (odd !== undefined) throw new KubectlError(`annotation ${odd} is invalid and should be in format key=[value]`);
  const annotations = keyValues(flags.list("annotation"));
  const metadata = { name, ...(Object.keys(annotations).length > 0 && { annotations }) };
  return {
    apiVersion: "networking.k8s.io/v1",
    kind: "Ingress",
    metadata,
    spec,
    status: { loadBalancer: {} },
  };
}

/** The generators by the words after `create`. */
// oxfmt-ignore
const generators: Readonly<Record<string, Generator>> = {
  deployment: { failure: "failed to create deployment: ", required: ["image"], generate: deployment },
  job: { failure: "failed to create job: ", generate: job },
  cronjob: { failure: "failed to create cronjob: ", required: ["image", "schedule"], generate: cronJob },
  configmap: { failure: "failed to create configmap: ", generate: configMap },
  "secret generic": { failure: "failed to create secret ", generate: genericSecret },
  "secret tls": { failure: "failed to create secret ", generate: tlsSecret },
  "secret docker-registry": { failure: "failed to create secret ", generate: registrySecret },
  namespace: { failure: "", generate: (_, name) => ({ apiVersion: "v1", kind: "Namespace", metadata: { name }, spec: {}, status: {} }) },
  serviceaccount: { failure: "failed to create serviceaccount: ", generate: (_, name) => ({ apiVersion: "v1", kind: "ServiceAccount", metadata: { name } }) },
  role: { failure: "", generate: role },
  clusterrole: { failure: "", generate: clusterRole },
  rolebinding: { failure: "failed to create rolebinding: ", generate: binding("RoleBinding") },
  clusterrolebinding: { failure: "failed to create clusterrolebinding: ", required: ["clusterrole"], generate: binding("ClusterRoleBinding") },
  quota: { failure: "failed to create quota: ", generate: quota },
  poddisruptionbudget: { failure: "failed to create poddisruptionbudgets: ", generate: disruptionBudget },
  priorityclass: { failure: "failed to create priorityclass: ", generate: priorityClass },
  ingress: { failure: "failed to create ingress: ", generate: ingress },
  "service clusterip": { failure: "failed to create ClusterIP service: ", generate: ({ flags }, name) => serviceOf(flags, name, "ClusterIP") },
  "service nodeport": { failure: "failed to create NodePort service: ", generate: ({ flags }, name) => serviceOf(flags, name, "NodePort") },
  "service loadbalancer": { failure: "failed to create LoadBalancer service: ", generate: ({ flags }, name) => serviceOf(flags, name, "LoadBalancer") },
  "service externalname": { failure: "failed to create ExternalName service: ", required: ["external-name"], generate: ({ flags }, name) => serviceOf(flags, name, "ExternalName") },
};

/** `kubectl create KIND NAME`: the command of a generator. */
export const createGenerated: Run = async (invocation) => {
  const { path, args, dash, flags } = invocation;
  const generator = generators[path.replace("kubectl create ", "")];
  if (generator === undefined) throw new KubectlError(`unknown generator ${path}`);
  const missing = (generator.required ?? []).filter((flag) => !flags.changed(flag));
  if (missing.length > 0)
    throw new KubectlError(`required flag(s) ${missing.map((flag) => `"${flag}"`).join(", ")} not set`);
  const names = dash < 0 ? args : args.slice(0, dash);
  const [name] = names;
  if (name === undefined || names.length !== 1)
    throw usageError(path, `exactly one NAME is required, got ${names.length}`);
  const object = await generator.generate(invocation, name);
  const hashed = flags.bool("append-hash") ? withHash(object) : object;
  await createObject(invocation, hashed, generator.failure);
};

/** Creates an object whose namespace its request alone says: only a dry run of the client shows it (run, expose). */
export const createUnplaced = (invocation: Invocation, bare: JsonObject, operation = "created"): Promise<void> => {
  const hasNamespace = invocation.hasNamespace && dryRunOf(invocation.flags) === "client";
  return createObject({ ...invocation, hasNamespace }, bare, "", operation);
};

/** Creates an object and prints that. `failure` stands before the message of an error. */
export async function createObject(
  invocation: Invocation,
  bare: JsonObject,
  failure: string,
  operation = "created",
): Promise<void> {
  const { flags, rest, namespace, hasNamespace } = invocation;
  const dryRun = dryRunOf(flags);
  const [apiVersion, kind] = [String(bare["apiVersion"]), String(bare["kind"])];
  const resource = await lookUp(invocation, (mapper) => mapper.ofKind(apiVersion, kind));
  if (resource === undefined) throw new KubectlError(`no matches for kind ${String(bare["kind"])}`);
  const placed = recorded(
    invocation,
    resource.namespaced && hasNamespace ? { ...bare, metadata: { ...objectAt(bare, "metadata"), namespace } } : bare,
  );
  const saves = flags.bool("save-config") && (dryRun !== "client" || invocation.path.startsWith("kubectl create "));
  const object = saves ? withTypedConfiguration(placed) : placed;
  await createTypedPrinter(invocation);
  const query = writeQuery(flags);
  if (dryRun === "client") return printDone(invocation, object, operation);
  let created: JsonObject;
  try {
    created = await rest.object({
      method: "POST",
      path: pathOf(resource, namespace),
      query,
      body: object,
    });
  } catch (error) {
    throw failure === "" ? error : new KubectlError(failure + messageOf(error));
  }
  await printDone(invocation, { apiVersion: groupVersion(resource), kind: resource.kind, ...created }, operation);
}
