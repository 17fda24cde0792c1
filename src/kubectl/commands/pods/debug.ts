import { encodeJson } from "../../../apimachinery/json/encode.ts";
import { quoteGo } from "../../../apimachinery/go-strings.ts";
import { isObject, type JsonObject, type JsonValue } from "../../../apimachinery/json/value.ts";
import { messageOf } from "../../../apimachinery/message-of.ts";
import { randomSuffix } from "../../session.ts";
import type { Invocation } from "../../invocation.ts";
import { itemsAt, nameOf, namespaceOf, objectAt, textAt, valueAt } from "../../json-access.ts";
import { KubectlError, throwAll } from "../../kubectl-error.ts";
import { parseManifest } from "../../resource/documents.ts";
import { build, kubectlScheme } from "../../resource/builder.ts";
import type { Info } from "../../resource/info.ts";
import { groupVersion } from "../../resource/mapper.ts";
import { withZeroValues } from "../../typed/typed-object.ts";
import { typedPatch } from "../../typed/typed-patch.ts";
import { findContainer } from "./containers.ts";
import { mergeByKeys } from "../write/overrides.ts";
import { type DebugStyle, profileOf } from "./debug-profiles.ts";
import { attachWhenRunning } from "./debug-attach.ts";
import { isImageReference } from "../../../component-helpers/image-reference.ts";

/** What a debugging container is made of. */
interface DebugOptions {
  readonly names: readonly string[];
  readonly command: readonly string[];
  readonly images: ReadonlyMap<string, string>;
  readonly env: readonly JsonObject[];
  /** What `--custom` adds to the container. */
  readonly custom: JsonObject | undefined;
}

/** A pod that was made or changed, and the container to attach to; "" for none. */
interface Debugged {
  readonly pod: JsonObject;
  readonly container: string;
}

/** `kubectl debug`. */
export async function debug(invocation: Invocation): Promise<void> {
  const { flags, args, dash, err } = invocation;
  const options: DebugOptions = {
    names: dash >= 0 ? args.slice(0, dash) : args,
    command: dash >= 0 ? args.slice(dash) : [],
    images: pairs(flags.list("set-image")),
    env: [...pairs(flags.list("env"))].map(([name, value]) => (value === "" ? { name } : { name, value })),
    custom: await customProfile(invocation),
  };
  profileOf(flags);
  validate(invocation, options);
  checkCustom(options.custom);
  if (flags.text("profile") === "legacy")
    err(
      '--profile=legacy is deprecated and will be removed in the future. It is recommended to explicitly specify a profile, for example "--profile=general".\n',
    );
  const named = options.names.map((name) => (name.includes("/") ? name : `pods/${name}`));
  const found = await build(invocation, { args: named, scheme: kubectlScheme });
  throwAll(found.errors);
  for (const info of found.infos) {
    const { pod, container } = await debugOne(invocation, options, info);
    const attaches = flags.changed("attach") ? flags.bool("attach") : flags.bool("stdin");
    if (attaches && container !== "") await attachWhenRunning(invocation, pod, container);
  }
}

/** The part of a container in the file of `--custom`. Throws a KubectlError. */
async function customProfile({ flags, session }: Invocation): Promise<JsonObject | undefined> {
  const path = flags.text("custom");
  if (path === "") return undefined;
  const text = await session.files.read(path);
  if (text === undefined)
    throw new KubectlError(
      `must pass a container spec json file for custom profile: open ${path}: no such file or directory`,
    );
  let value: JsonValue;
  try {
    value = parseManifest(text);
  } catch (error) {
    throw new KubectlError(`${path} does not contain a valid container spec: ${messageOf(error)}`);
  }
  return isObject(value) ? value : {};
}

function checkCustom(custom: JsonObject | undefined): void {
  if (["name", "command", "image", "lifecycle", "volumeDevices"].some((member) => custom?.[member] !== undefined))
    throw new KubectlError("name, command, image, lifecycle and volume devices are not modifiable via custom profile");
}

/** A pod with the debugging container as the profile and `--custom` make it. */
function profiled(
  { flags }: Invocation,
  { custom }: DebugOptions,
  pod: JsonObject,
  container: string,
  style: DebugStyle,
): JsonObject {
  const next = profileOf(flags)(pod, container, style, flags);
  if (custom === undefined) return next;
  const list = style === "ephemeral" ? "ephemeralContainers" : "containers";
  const merged = mergeByKeys(next, { spec: { [list]: [{ resources: {}, ...custom, name: container }] } });
  return isObject(merged) ? merged : next;
}

const pairs = (texts: readonly string[]): ReadonlyMap<string, string> =>
  new Map(texts.map((text) => [text.slice(0, text.indexOf("=")), text.slice(text.indexOf("=") + 1)] as const));

function validate(invocation: Invocation, { names, command, images }: DebugOptions): void {
  const { flags, out } = invocation;
  const fail = (message: string): never => {
    throw new KubectlError(message);
  };
  const [image, container, policy] = [flags.text("image"), flags.text("container"), flags.text("image-pull-policy")];
  const attaches = flags.changed("attach") && flags.bool("attach");
  if (attaches && image === "" && container === "")
    fail("you must specify --container or create a new container using --image in order to attach.");
  if (flags.text("copy-to") === "") checkWithoutCopy(invocation, images);
  else if (image === "" && images.size === 0 && command.length === 0)
    fail("you must specify --image, --set-image or command arguments.");
  else if (command.length > 0 && container === "" && image === "")
    fail("you must specify an existing container or a new image when specifying args.");
  if (image !== "" && !isImageReference(image)) fail(`invalid image name ${quoteGo(image)}: invalid reference format`);
  if (names.length === 0 && flags.list("filename").length === 0) fail("NAME or filename is required for debug");
  if (!["", "Always", "IfNotPresent", "Never"].includes(policy)) fail(`invalid image pull policy: ${policy}`);
  for (const [name, other] of images)
    if (!isImageReference(other))
      fail(`invalid image name ${quoteGo(other)} for container ${quoteGo(name)}: invalid reference format`);
  const target = flags.text("target");
  if (target !== "" && flags.text("copy-to") !== "")
    fail("--target is incompatible with --copy-to. Use --share-processes instead.");
  if (target !== "" && !flags.bool("quiet"))
    out(
      `Targeting container ${quoteGo(target)}. If you don't see processes from this container it may be because the container runtime doesn't support this feature.\n`,
    );
  if (flags.bool("tty") && !flags.bool("stdin")) fail("-i/--stdin is required for containers with -t/--tty=true");
}

function checkWithoutCopy({ flags }: Invocation, images: ReadonlyMap<string, string>): void {
  const only = (flag: string): KubectlError => new KubectlError(`--${flag} may only be used with --copy-to.`);
  if (flags.bool("replace")) throw only("replace");
  if (flags.bool("same-node")) throw only("same-node");
  if (images.size > 0) throw only("set-image");
  if (flags.text("image") === "") throw new KubectlError("you must specify --image when not using --copy-to.");
}

async function debugOne(invocation: Invocation, options: DebugOptions, info: Info): Promise<Debugged> {
  const { resource, object } = info;
  if (resource.group === "" && resource.kind === "Node") return debugNode(invocation, options, object);
  if (resource.group !== "" || resource.kind !== "Pod")
    throw new KubectlError(
      `${quoteGo(`${resource.group}/${resource.version}, Kind=${resource.kind}`)} not supported by debug`,
    );
  const pod = withZeroValues({ ...object, apiVersion: groupVersion(resource), kind: "Pod" });
  if (invocation.flags.text("copy-to") !== "") return debugCopy(invocation, options, pod);
  return debugInside(invocation, options, pod);
}

/** The members of a new container that flags say. */
const containerMembers = ({ flags }: Invocation, { command, env }: DebugOptions): JsonObject => ({
  ...(command.length > 0 && { [flags.bool("arguments-only") ? "args" : "command"]: command }),
  ...(env.length > 0 && { env }),
  ...(flags.text("image") !== "" && { image: flags.text("image") }),
  ...(flags.text("image-pull-policy") !== "" && { imagePullPolicy: flags.text("image-pull-policy") }),
  ...(flags.bool("stdin") && { stdin: true }),
  ...(flags.bool("tty") && { tty: true }),
});

async function debugNode(invocation: Invocation, options: DebugOptions, node: JsonObject): Promise<Debugged> {
  const { flags, rest, namespace, out, session } = invocation;
  const container = flags.text("container") || "debugger";
  const name = `node-debugger-${nameOf(node)}-${randomSuffix(session)}`;
  if (!flags.bool("quiet"))
    out(`Creating debugging pod ${name} with container ${container} on node ${nameOf(node)}.\n`);
  const members = containerMembers(invocation, options);
  const pod = {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { labels: { "app.kubernetes.io/managed-by": "kubectl-debug" }, name },
    spec: {
      containers: [{ ...members, name: container, terminationMessagePolicy: "File" }],
      nodeName: nameOf(node),
      restartPolicy: "Never",
      tolerations: [{ operator: "Exists" }],
    },
  };
  const body = withZeroValues(profiled(invocation, options, pod, container, "node"));
  return { pod: await rest.object({ method: "POST", path: `/api/v1/namespaces/${namespace}/pods`, body }), container };
}

/** The name of the debugging container: the given one, or a new one, which is told. */
function debugContainerName({ flags, out, session }: Invocation, pod: JsonObject): string {
  if (flags.text("container") !== "") return flags.text("container");
  let name = "";
  while (name === "" || findContainer(pod, name) !== undefined) name = `debugger-${randomSuffix(session)}`;
  if (!flags.bool("quiet")) out(`Defaulting debug container name to ${name}.\n`);
  return name;
}

async function debugInside(invocation: Invocation, options: DebugOptions, pod: JsonObject): Promise<Debugged> {
  const { flags, rest } = invocation;
  const name = debugContainerName(invocation, pod);
  const target = flags.text("target");
  const container = {
    ...containerMembers(invocation, options),
    name,
    terminationMessagePolicy: "File",
    ...(target !== "" && { targetContainerName: target }),
  };
  const spec = objectAt(pod, "spec");
  const added = {
    ...pod,
    spec: { ...spec, ephemeralContainers: [...itemsAt(spec, "ephemeralContainers"), container] },
  };
  const changed = withZeroValues(profiled(invocation, options, added, name, "ephemeral"));
  warnNonRoot(invocation, changed, name);
  const changedPod = await rest.object({
    method: "PATCH",
    path: `/api/v1/namespaces/${namespaceOf(pod)}/pods/${nameOf(pod)}/ephemeralcontainers`,
    body: encodeJson(typedPatch(pod, changed)),
    contentType: "application/strategic-merge-patch+json",
  });
  return { pod: changedPod, container: name };
}

async function debugCopy(invocation: Invocation, options: DebugOptions, pod: JsonObject): Promise<Debugged> {
  const { flags, rest } = invocation;
  const { copied, container } = copyOf(invocation, options, pod);
  warnNonRoot(invocation, copied, container);
  const path = `/api/v1/namespaces/${namespaceOf(pod)}/pods`;
  const created = await rest.object({ method: "POST", path, body: withZeroValues(copied) });
  if (flags.bool("replace"))
    await rest.object({ method: "DELETE", path: `${path}/${nameOf(pod)}`, body: { gracePeriodSeconds: 0 } });
  return { pod: created, container };
}

/** The copy of a pod with the debugging container (debug.generatePodCopyWithDebugContainer). */
function copyOf(invocation: Invocation, options: DebugOptions, pod: JsonObject) {
  const { flags } = invocation;
  const { ephemeralContainers: _ephemeral, nodeName, ...spec } = objectAt(pod, "spec");
  const metadata = {
    name: flags.text("copy-to"),
    namespace: namespaceOf(pod),
    ...(valueAt(pod, "metadata", "annotations") !== undefined && {
      annotations: objectAt(pod, "metadata", "annotations"),
    }),
    ...(valueAt(pod, "metadata", "labels") !== undefined && { labels: objectAt(pod, "metadata", "labels") }),
  };
  const containers = itemsAt(spec, "containers")
    .filter(isObject)
    .map((each) => {
      const image = options.images.get(textAt(each, "name")) ?? options.images.get("*");
      return image === undefined || image === "" ? each : { ...each, image };
    });
  const shares = flags.changed("share-processes") ? { shareProcessNamespace: flags.bool("share-processes") } : {};
  const node = flags.bool("same-node") && nodeName !== undefined ? { nodeName } : {};
  const base = { apiVersion: "v1", kind: "Pod", metadata, spec: { ...spec, ...shares, ...node, containers } };
  const given = flags.text("container");
  const existing = given === "" ? undefined : findContainer(base, given);
  if (existing === undefined && flags.text("image") === "") {
    if (options.images.size > 0) return { copied: base, container: "" };
    throw new KubectlError("you must specify image when creating new container");
  }
  const name = existing === undefined ? debugContainerName(invocation, base) : given;
  const members = { ...containerMembers(invocation, options), name };
  const next =
    existing === undefined
      ? [...containers, { ...members, terminationMessagePolicy: "File" }]
      : containers.map((each) => (textAt(each, "name") === name ? withMembers(each, members) : each));
  const copied = { ...base, spec: { ...base.spec, containers: next } };
  return { copied: profiled(invocation, options, copied, name, "copy"), container: name };
}

function withMembers(container: JsonObject, members: JsonObject): JsonObject {
  const { stdin: _stdin, tty: _tty, args, ...rest } = container;
  return { ...rest, ...(members["command"] === undefined && args !== undefined && { args }), ...members };
}

/** Warns of capabilities that a profile grants and a pod of another user does not get. */
function warnNonRoot({ err }: Invocation, pod: JsonObject, name: string): void {
  const container = findContainer(pod, name);
  const user = Number(textAt(pod, "spec", "securityContext", "runAsUser") || 0);
  const security = valueAt(container, "securityContext");
  if (user === 0 || security === undefined || textAt(security, "runAsUser") === "0") return;
  if (valueAt(security, "privileged") !== true && itemsAt(security, "capabilities", "add").length === 0) return;
  err(
    'Warning: Non-root user is configured for the entire target Pod, and some capabilities granted by debug profile may not work. Please consider using "--custom" with a custom profile that specifies "securityContext.runAsUser: 0".\n',
  );
}
