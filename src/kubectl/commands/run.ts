import type { Invocation } from "../invocation.ts";
import { KubectlError } from "../kubectl-error.ts";
import { createObject } from "./create-generators.ts";
import { keyValues } from "./literal-data.ts";

/** `kubectl run`: creates a pod. */
export async function run(invocation: Invocation): Promise<void> {
  const { flags, args, dash } = invocation;
  const image = flags.text("image");
  if (image === "") throw new KubectlError(`required flag(s) "image" not set`);
  const [name, ...words] = args;
  if (name === undefined || dash === 0)
    throw new KubectlError("NAME is required for run\nSee 'kubectl run -h' for help and examples");
  if (/\s/.test(image)) throw new KubectlError(`Invalid image name "${image}": invalid reference format`);
  const env = flags.list("env").map((pair) => {
    const [key = "", ...value] = pair.split("=");
    if (value.length === 0) throw new KubectlError(`invalid env: ${pair}`);
    return { name: key, value: value.join("=") };
  });
  const port = flags.text("port");
  const labels = flags.text("labels") === "" ? { run: name } : keyValues(flags.text("labels").split(","));
  const annotations = keyValues(flags.list("annotations"));
  const pull = flags.text("image-pull-policy");
  const container = {
    ...(words.length > 0 && { [flags.bool("command") ? "command" : "args"]: words }),
    ...(env.length > 0 && { env }),
    image,
    ...(pull !== "" && { imagePullPolicy: pull }),
    name,
    ...(port !== "" && { ports: [{ containerPort: Number(port) }] }),
    resources: {},
    ...(flags.bool("privileged") && { securityContext: { privileged: true } }),
    ...(flags.bool("stdin") && { stdin: true, ...(!flags.bool("leave-stdin-open") && { stdinOnce: true }) }),
    ...(flags.bool("tty") && { tty: true }),
  };
  await createObject(
    invocation,
    {
      apiVersion: "v1",
      kind: "Pod",
      metadata: { labels, name, ...(Object.keys(annotations).length > 0 && { annotations }) },
      spec: { containers: [container], dnsPolicy: "ClusterFirst", restartPolicy: flags.text("restart") },
      status: {},
    },
    "",
  );
}
