import { parseLabelSelector } from "../../../apimachinery/labels/parse.ts";
import type { Invocation } from "../../invocation.ts";
import { itemsAt, nameOf, textAt } from "../../json-access.ts";
import { KubectlError, messageOf, usageError } from "../../kubectl-error.ts";

/** `kubectl top node`: an error, since no metrics server runs here. */
export const topNode = (invocation: Invocation): Promise<void> => top(invocation, "node [NAME | -l label]");

/** `kubectl top pod`: an error, since no metrics server runs here. */
export const topPod = (invocation: Invocation): Promise<void> => top(invocation, "pod [NAME | -l label]");

async function top(invocation: Invocation, use: string): Promise<void> {
  const { flags, args, path } = invocation;
  if (args.length > 1) throw usageError(path, use);
  const sortBy = flags.text("sort-by");
  if (sortBy !== "" && sortBy !== "cpu" && sortBy !== "memory")
    throw new KubectlError("--sort-by accepts only cpu or memory");
  const selects = flags.text("selector") !== "" || flags.text("field-selector") !== "";
  if (args.length > 0 && selects)
    throw new KubectlError(`only one of NAME or ${use.startsWith("pod") ? "" : "--"}selector can be provided`);
  checkSelector(flags.text("selector"));
  if (!(await hasMetrics(invocation))) throw new KubectlError("Metrics API not available");
  throw new KubectlError("metrics of other servers cannot be read here");
}

function checkSelector(text: string): void {
  try {
    if (text !== "") parseLabelSelector(text);
  } catch (error) {
    throw new KubectlError(messageOf(error));
  }
}

/** Reports whether the server has the metrics API (top.SupportedMetricsAPIVersionAvailable). */
async function hasMetrics({ rest }: Invocation): Promise<boolean> {
  const groups = itemsAt(await rest.object({ method: "GET", path: "/apis" }), "groups");
  return groups.some((group) => textAt(group, "name") === "metrics.k8s.io" || nameOf(group) === "metrics.k8s.io");
}
