import { quoteGo } from "../../../apimachinery/go-strings.ts";
import { atoi } from "../../../apimachinery/strconv.ts";
import { isEnvVarName } from "../../../apimachinery/validation/names.ts";
import type { JsonObject } from "../../../apimachinery/json/value.ts";
import type { Invocation } from "../../invocation.ts";
import { KubectlError, usageError } from "../../kubectl-error.ts";
import { createUnplaced } from "../create/create-generators.ts";
import { keyValues } from "../create/literal-data.ts";
import { withOverrides } from "../write/overrides.ts";
import { isImageReference } from "../../../component-helpers/image-reference.ts";
import { runningTimeout } from "./pods-of.ts";
import { dryRunOf } from "../write/write-options.ts";

/** `kubectl run`: creates a pod. */
export async function run(invocation: Invocation): Promise<void> {
  const { flags, args, out } = invocation;
  dryRunOf(flags);
  const attaches = flags.changed("attach") ? flags.bool("attach") : flags.bool("stdin");
  const name = validName(invocation, attaches);
  const pod = withOverrides(podOf(invocation, name, args.slice(1)), flags);
  if (attaches) return (await import("./run-attached.ts")).runAttached(invocation, pod);
  if (!flags.bool("expose")) return createUnplaced(invocation, pod);
  // As kubectl does: the pod is created first and printed last.
  const printed: string[] = [];
  await createUnplaced({ ...invocation, out: (text) => printed.push(text) }, pod);
  await createUnplaced(invocation, serviceFor(invocation, name));
  if (flags.text("output") === "yaml") out("---\n---\n");
  for (const text of printed) out(text);
}

/** Checks the flags and gives the name of the pod. Throws a KubectlError. */
function validName(invocation: Invocation, attaches: boolean): string {
  const { flags, args, path } = invocation;
  const [image, restart, pull] = [flags.text("image"), flags.text("restart"), flags.text("image-pull-policy")];
  const [name] = args;
  if (image === "" && !flags.changed("image")) throw new KubectlError(`required flag(s) "image" not set`);
  if (name === undefined) throw usageError(path, "NAME is required for run");
  runningTimeout(invocation);
  if (image === "") throw new KubectlError("--image is required");
  if (!isImageReference(image))
    throw new KubectlError(`Invalid image name ${quoteGo(image)}: invalid reference format`);
  if (flags.bool("tty") && !flags.bool("stdin"))
    throw usageError(path, "-i/--stdin is required for containers with -t/--tty=true");
  if (flags.bool("expose") && flags.text("port") === "")
    throw usageError(path, "--port must be set when exposing a service");
  if (!["", "Always", "OnFailure", "Never"].includes(restart))
    throw usageError(path, `invalid restart policy: ${restart}`);
  if (!attaches && flags.bool("rm")) throw usageError(path, "--rm should only be used for attached containers");
  if (attaches && dryRunOf(flags) !== "none")
    throw usageError(
      path,
      "--dry-run=[server|client] can't be used with attached containers options (--attach, --stdin, or --tty)",
    );
  if (!["", "Always", "IfNotPresent", "Never"].includes(pull))
    throw usageError(path, `invalid image pull policy: ${pull}`);
  return name;
}

function podOf({ flags }: Invocation, name: string, words: readonly string[]): JsonObject {
  const env = flags.list("env").map((pair) => {
    const [key = "", ...value] = pair.split("=");
    if (value.length === 0 || isEnvVarName(key).length > 0) throw new KubectlError(`invalid env: ${pair}`);
    return { name: key, ...(value.join("") !== "" && { value: value.join("=") }) };
  });
  const port = flags.text("port");
  const labels = flags.text("labels") === "" ? { run: name } : labelsOf(flags.text("labels"));
  const odd = flags.list("annotations").find((each) => !each.includes("="));
  if (odd !== undefined) throw new KubectlError(`invalid annotations format: ${odd}`);
  const annotations = keyValues(flags.list("annotations"));
  const pull = flags.text("image-pull-policy");
  const restartPolicy = flags.text("restart") || (flags.bool("stdin") ? "OnFailure" : "Always");
  const once = flags.bool("stdin") && !flags.bool("leave-stdin-open");
  const container = {
    ...(words.length > 0 && { [flags.bool("command") ? "command" : "args"]: words }),
    ...(env.length > 0 && { env }),
    image: flags.text("image"),
    ...(pull !== "" && { imagePullPolicy: pull }),
    name,
    ...(port !== "" && { ports: [{ containerPort: Number(atoi(port)) }] }),
    resources: {},
    ...(flags.bool("privileged") && { securityContext: { privileged: true } }),
    ...(flags.bool("stdin") && { stdin: true }),
    ...(once && { stdinOnce: true }),
    ...(flags.bool("tty") && { tty: true }),
  };
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { labels, name, ...(Object.keys(annotations).length > 0 && { annotations }) },
    spec: { containers: [container], dnsPolicy: "ClusterFirst", restartPolicy },
    status: {},
  };
}

/** The labels of `--labels` (generate.ParseLabels). Throws a KubectlError. */
function labelsOf(text: string): Readonly<Record<string, string>> {
  const pairs = text.split(",");
  for (const pair of pairs) {
    if (pair.split("=").length !== 2) throw new KubectlError(`unexpected label spec: ${pair}`);
    if (pair.startsWith("=")) throw new KubectlError("unexpected empty label key");
  }
  return keyValues(pairs);
}

/** The service of `--expose`. */
function serviceFor({ flags }: Invocation, name: string): JsonObject {
  const given = flags.text("labels") === "" ? {} : labelsOf(flags.text("labels"));
  const hasLabels = Object.keys(given).length > 0;
  const port = Number(flags.text("port"));
  return {
    apiVersion: "v1",
    kind: "Service",
    metadata: { ...(hasLabels && { labels: given }), name },
    spec: { ports: [{ port, protocol: "TCP", targetPort: port }], selector: hasLabels ? given : { run: name } },
    status: { loadBalancer: {} },
  };
}
