import { KubectlError } from "../../kubectl-error.ts";

/** `kubectl plugin list`: there are no programs here, so there are no plugins. */
export async function pluginList(): Promise<void> {
  throw new KubectlError("unable to find any kubectl plugins in your PATH");
}

/** `kubectl proxy`: refused, since no port can be listened on here. */
export async function proxy(): Promise<void> {
  throw new KubectlError("proxy is not available here: no port can be listened on");
}
