import type { Invocation } from "../../invocation.ts";
import { KubectlError } from "../../kubectl-error.ts";
import { aborted } from "../pods/aborted.ts";

/**
 * `kubectl proxy`: the programs of the session reach the server at the port until the command is interrupted; refused
 * where no port can be listened on.
 */
export async function proxy({ session, flags, out, signal }: Invocation): Promise<void> {
  const containers = await session.containers?.load();
  if (containers === undefined) throw new KubectlError("proxy is not available here: no port can be listened on");
  const port = flags.int("port") || containers.freePort();
  containers.listen(port, { kind: "proxy" });
  out(`Starting to serve on ${flags.text("address")}:${port}\n`);
  await aborted(signal);
  containers.close(port);
}
