import type { Files } from "../session.ts";
import { KubectlError } from "../kubectl-error.ts";

/** Builds the kustomization of a folder. Throws a KubectlError: kustomizations are not built here. */
export async function buildKustomization(files: Files, folder: string): Promise<string> {
  const found = await files.read(`${folder}/kustomization.yaml`);
  if (found === undefined)
    throw new KubectlError(
      `unable to find one of 'kustomization.yaml', 'kustomization.yml' or 'Kustomization' in directory '${folder}'`,
    );
  throw new KubectlError("kustomizations are not built here: give the manifests with -f");
}
