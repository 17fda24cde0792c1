import { KubectlError } from "../../kubectl-error.ts";

/** `kubectl plugin list`: there are no programs here, so there are no plugins. */
export async function pluginList(): Promise<void> {
  throw new KubectlError("unable to find any kubectl plugins in your PATH");
}
