import type { Invocation } from "../invocation.ts";
import { KubectlError } from "../kubectl-error.ts";
import { buildKustomization } from "./build.ts";

const loadRestrictors = ["LoadRestrictionsRootOnly", "LoadRestrictionsNone"];

/** `kubectl kustomize`: prints the objects of a kustomization, or writes them to the file of `-o`. */
export async function kustomize({ args, flags, session, out, err }: Invocation): Promise<void> {
  if (args.length > 1) throw new KubectlError("specify one path to kustomization.yaml");
  const restrictor = flags.text("load-restrictor");
  if (!loadRestrictors.includes(restrictor))
    throw new KubectlError(
      `illegal flag value --load-restrictor ${restrictor}; legal values: [${loadRestrictors.join(" ")}]`,
    );
  const text = await buildKustomization({ files: session.files, warn: err }, args[0] ?? ".");
  const output = flags.text("output");
  if (output === "") out(text);
  else await session.files.write(output, text);
}
