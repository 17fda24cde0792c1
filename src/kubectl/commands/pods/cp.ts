import type { JsonObject } from "../../../apimachinery/json/value.ts";
import type { Invocation } from "../../invocation.ts";
import { KubectlError } from "../../kubectl-error.ts";
import { execIn } from "./exec.ts";

/** A file of a pod, or here where there is no pod. */
export interface FileSpec {
  readonly namespace: string;
  readonly pod: string;
  readonly file: string;
}

/** Reads `[[NAMESPACE/]POD:]PATH` (cp.extractFileSpec). Throws a KubectlError. */
export function fileSpecOf(text: string): FileSpec {
  const colon = text.indexOf(":");
  if (colon < 0) return { namespace: "", pod: "", file: text === "/" ? text : text.replace(/\/$/, "") };
  const [first = "", second, ...more] = text.slice(0, colon).split("/");
  if (colon === 0 || more.length > 0)
    throw new KubectlError("filespec must match the canonical format: [[namespace/]pod:]file/path");
  const file = text.slice(colon + 1).replace(/(?<=.)\/$/, "");
  return second === undefined ? { namespace: "", pod: first, file } : { namespace: first, pod: second, file };
}

/** `kubectl cp`: the server's answer to the `tar` that would be run. */
export async function cp(invocation: Invocation): Promise<void> {
  const { args, flags, session } = invocation;
  if (args.length !== 2) throw new KubectlError("source and destination are required");
  const [from, to] = [fileSpecOf(args[0] ?? ""), fileSpecOf(args[1] ?? "")];
  if (from.pod !== "" && to.pod !== "") throw new KubectlError("one of src or dest must be a local file specification");
  if (from.file === "" || to.file === "") throw new KubectlError("filepath can not be empty");
  if (from.pod === "" && to.pod === "")
    throw new KubectlError("one of src or dest must be a remote file specification");
  const container = flags.text("container");
  if (from.pod !== "") {
    const { out } = invocation;
    return execIn(
      { ...invocation, err: out },
      await podOf(invocation, from),
      container,
      ["tar", "cf", "-", from.file],
      false,
    );
  }
  const { files } = session;
  if ((await files.read(from.file)) === undefined && (await files.list(from.file)) === undefined)
    throw new KubectlError(`${from.file} doesn't exist in local filesystem`);
  const silent: Invocation = { ...invocation, err: () => {}, out: () => {} };
  await podOf(invocation, to)
    .then((pod) => execIn(silent, pod, container, ["test", "-d", to.file], false))
    .catch(() => {});
  const extract = [
    "tar",
    ...(flags.bool("no-preserve") ? ["--no-same-permissions", "--no-same-owner"] : []),
    "-xmf",
    "-",
  ];
  const folder = to.file.includes("/") ? to.file.slice(0, to.file.lastIndexOf("/")) || "/" : ".";
  await execIn(invocation, await podOf(invocation, to), container, [...extract, "-C", folder], false, true);
}

const podOf = ({ rest, namespace }: Invocation, spec: FileSpec): Promise<JsonObject> =>
  rest.object({ method: "GET", path: `/api/v1/namespaces/${spec.namespace || namespace}/pods/${spec.pod}` });
