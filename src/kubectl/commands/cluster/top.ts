import { formatDuration } from "../../../apimachinery/duration.ts";
import { type JsonObject, isObject, type JsonValue } from "../../../apimachinery/json/value.ts";
import { parseFieldSelector } from "../../../apimachinery/fields/selector.ts";
import { parseLabelSelector } from "../../../apimachinery/labels/parse.ts";
import { messageOf } from "../../../apimachinery/message-of.ts";
import { newQuantity, type Quantity } from "../../../apimachinery/quantity.ts";
import { parseQuantity } from "../../../apimachinery/quantity-parse.ts";
import { parseTime } from "../../../apimachinery/time.ts";
import type { Invocation } from "../../invocation.ts";
import { itemsAt, nameOf, namespaceOf, objectAt, textAt, valueAt } from "../../json-access.ts";
import { KubectlError, usageError } from "../../kubectl-error.ts";
import type { Query } from "../../rest/rest.ts";
import { alignLines, type Cells, tableWidths } from "../../output/tab-writer.ts";

const metricsApi = "/apis/metrics.k8s.io/v1beta1";

type Usage = ReadonlyMap<string, Quantity>;

/** A line of the output: what it is about, and what that uses. */
interface Line {
  readonly cells: readonly string[];
  readonly usage: Usage;
}

const none = newQuantity(0n, "DecimalSI");
const unknown = "<unknown>";
const mebi = 1024n * 1024n;

/** `kubectl top node`. */
export async function topNode(invocation: Invocation): Promise<void> {
  const { flags, args, rest, out } = invocation;
  const query = selection(invocation, "node [NAME | -l label]", "--selector");
  await requireMetrics(invocation);
  const [name] = args;
  const read = async (path: string): Promise<readonly JsonValue[]> =>
    name === undefined
      ? itemsAt(await rest.object({ method: "GET", path, query }), "items")
      : [await rest.object({ method: "GET", path: `${path}/${name}` })];
  const metrics = await read(`${metricsApi}/nodes`);
  if (metrics.length === 0) throw new KubectlError("metrics not available yet");
  const nodes = await read("/api/v1/nodes");
  const resources = resourcesOf(invocation);
  const available = new Map(
    nodes.map((node) => [
      nameOf(node),
      usageAt(node, "status", flags.bool("show-capacity") ? "capacity" : "allocatable"),
    ]),
  );
  const swap = new Map(nodes.map((node) => [nameOf(node), valueAt(node, "status", "nodeInfo", "swap", "capacity")]));
  const measured = metrics.map((one): Line => ({ cells: [nameOf(one)], usage: usageAt(one, "usage") }));
  const lines = sorted(measured, flags.text("sort-by")).map(({ cells, usage }) => {
    const [node = ""] = cells;
    const known = available.get(node);
    return [...cells, ...resources.flatMap((one) => nodeCells(one, usage, known, swap.get(node))), ""];
  });
  const missing = nodes.map(nameOf).filter((node) => !measured.some(({ cells }) => cells[0] === node));
  const unmeasured = missing.map((node) => [node, ...resources.flatMap(() => [unknown, unknown]), ""]);
  const titles = ["NAME", "CPU(cores)", "CPU(%)", "MEMORY(bytes)", "MEMORY(%)", "SWAP(bytes)", "SWAP(%)"];
  const header = flags.bool("no-headers") ? [] : [[...titles.slice(0, 1 + 2 * resources.length), ""]];
  out(alignLines([...header, ...lines, ...unmeasured, [""]], tableWidths));
}

/** What a node uses of a resource, and how much of what it has that is. */
function nodeCells(
  resource: string,
  usage: Usage,
  available: Usage | undefined,
  swap: JsonValue | undefined,
): readonly string[] {
  const isSwap = resource === "swap";
  if (isSwap && typeof swap !== "number") return [unknown, unknown];
  const total = isSwap ? newQuantity(BigInt(Number(swap)), "BinarySI") : available?.get(resource);
  const used = usage.get(resource) ?? none;
  return [printed(resource, used), ...(total === undefined ? [] : [percentage(used, total)])];
}

const percentage = (used: Quantity, total: Quantity): string => {
  const all = Number(total.milliValue);
  return `${all === 0 ? 0 : Math.trunc((Number(used.milliValue) / all) * 100)}%`;
};

/** `kubectl top pod`. */
export async function topPod(invocation: Invocation): Promise<void> {
  const { flags, args, rest, out, err, namespace } = invocation;
  const query = selection(invocation, "pod [NAME | -l label]", "selector");
  await requireMetrics(invocation);
  const isWide = flags.bool("all-namespaces");
  const [name] = args;
  const path = `${isWide ? "" : `/namespaces/${namespace}`}/pods`;
  const metrics =
    name === undefined
      ? itemsAt(await rest.object({ method: "GET", path: `${metricsApi}${path}`, query }), "items")
      : [await rest.object({ method: "GET", path: `${metricsApi}${path}/${name}` })];
  if (metrics.length === 0) {
    const own = `/api/v1/namespaces/${namespace}/pods`; // even if all namespaces were asked for, as upstream
    const pods = itemsAt(await rest.object({ method: "GET", path: own, query }), "items");
    checkAges(invocation, pods);
    return err(isWide ? "No resources found\n" : `No resources found in ${namespace} namespace.\n`);
  }
  out(alignLines([...podLines(invocation, metrics), [""]], tableWidths));
}

function podLines(invocation: Invocation, metrics: readonly JsonValue[]): readonly Cells[] {
  const { flags } = invocation;
  const isWide = flags.bool("all-namespaces");
  const byContainer = flags.bool("containers");
  const sortBy = flags.text("sort-by");
  const resources = resourcesOf(invocation);
  const pods = metrics.map((one) => ({
    cells: [...(isWide ? [namespaceOf(one)] : []), nameOf(one)],
    usage: sumOf(itemsAt(one, "containers")),
    containers: itemsAt(one, "containers").map((container) => ({
      cells: [textAt(container, "name")],
      usage: usageAt(container, "usage"),
    })),
  }));
  const lines = sorted(pods, sortBy).flatMap((pod): readonly Line[] =>
    byContainer
      ? sorted(pod.containers, sortBy).map(({ cells, usage }) => ({ cells: [...pod.cells, ...cells], usage }))
      : [pod],
  );
  const cellsOf = ({ cells, usage }: Line): Cells => [
    ...cells,
    ...resources.map((resource) => printed(resource, usage.get(resource) ?? none)),
    "",
  ];
  const isTitled = !flags.bool("no-headers");
  const titles = [
    ...(isWide ? ["NAMESPACE"] : []),
    ...(byContainer ? ["POD"] : []),
    ...["NAME", "CPU(cores)", "MEMORY(bytes)", "SWAP(bytes)"].slice(0, 1 + resources.length),
  ];
  // without titles, upstream forgets the columns before the names
  const width = isTitled ? titles.length : 1 + resources.length;
  const blank = (count: number): readonly string[] => Array.from({ length: count }, () => "");
  const total = totalOf(pods.map(({ usage }) => usage));
  const sum = flags.bool("sum")
    ? [[...blank(width - 2), "________", "________", ""], cellsOf({ cells: blank(width - 2), usage: total })]
    : [];
  return [...(isTitled ? [[...titles, ""]] : []), ...lines.map(cellsOf), ...sum];
}

/** Checks the arguments, and returns the selectors of a list as client-go sends them. */
function selection({ flags, args, path }: Invocation, use: string, selector: string): Query {
  if (args.length > 1) throw usageError(path, use);
  const sortBy = flags.text("sort-by");
  if (sortBy !== "" && sortBy !== "cpu" && sortBy !== "memory")
    throw new KubectlError("--sort-by accepts only cpu or memory");
  const labels = flags.text("selector");
  const fields = flags.has("field-selector") ? flags.text("field-selector") : "";
  if (args.length > 0 && (labels !== "" || fields !== ""))
    throw new KubectlError(`only one of NAME or ${selector} can be provided`);
  try {
    return {
      labelSelector: labels === "" ? "" : parseLabelSelector(labels).toString(),
      fieldSelector: parseFieldSelector(fields).toString(),
    };
  } catch (error) {
    throw new KubectlError(messageOf(error));
  }
}

/** Throws unless the server has the metrics API (top.SupportedMetricsAPIVersionAvailable). */
async function requireMetrics({ rest }: Invocation): Promise<void> {
  const groups = itemsAt(await rest.object({ method: "GET", path: "/apis" }), "groups");
  const versions = groups
    .filter((group) => textAt(group, "name") === "metrics.k8s.io")
    .flatMap((group) => itemsAt(group, "versions"));
  if (!versions.some((version) => textAt(version, "version") === "v1beta1"))
    throw new KubectlError("Metrics API not available");
}

/** How long a pod may have no metrics without a word about it (metricsCreationDelay). */
const creationDelayMs = 120_000;

/** Throws if there are pods, which then have no metrics; names the first one that should have some. */
function checkAges({ session }: Invocation, pods: readonly JsonValue[]): void {
  for (const pod of pods) {
    const age = session.clock.now() - parseTime(textAt(pod, "metadata", "creationTimestamp"));
    if (age > creationDelayMs)
      throw new KubectlError(
        `Metrics not available for pod ${namespaceOf(pod)}/${nameOf(pod)}, age: ${formatDuration(BigInt(Math.round(age)) * 1_000_000n)}`,
      );
  }
  if (pods.length > 0) throw new KubectlError("metrics not available yet");
}

const resourcesOf = ({ flags }: Invocation): readonly string[] => [
  "cpu",
  "memory",
  ...(flags.bool("show-swap") ? ["swap"] : []),
];

const quantityOf = (value: JsonValue | undefined): Quantity =>
  typeof value === "string" || typeof value === "number" ? parseQuantity(String(value)) : none;

function usageAt(object: JsonValue | undefined, ...path: readonly string[]): Usage {
  const found: JsonObject = isObject(object) ? objectAt(object, ...path) : {};
  return new Map(Object.entries(found).map(([resource, value]) => [resource, quantityOf(value)]));
}

const sumOf = (containers: readonly JsonValue[]): Usage => totalOf(containers.map((one) => usageAt(one, "usage")));

function totalOf(usages: readonly Usage[]): Usage {
  const total = new Map<string, Quantity>();
  for (const usage of usages)
    for (const [resource, quantity] of usage) total.set(resource, (total.get(resource) ?? none).add(quantity));
  return total;
}

const printed = (resource: string, quantity: Quantity): string =>
  resource === "cpu" ? `${quantity.milliValue}m` : `${quantity.value / mebi}Mi`;

/** Sorts by what is used most, or by names. */
const sorted = <T extends Line>(lines: readonly T[], sortBy: string): readonly T[] =>
  lines.toSorted((a, b) => {
    const [usedA, usedB] = [a.usage.get(sortBy) ?? none, b.usage.get(sortBy) ?? none];
    const byUsage = sortBy === "" ? 0 : usedB.compare(usedA);
    return byUsage === 0 && sortBy === "" ? byNames(a.cells, b.cells) : byUsage;
  });

const byNames = (a: readonly string[], b: readonly string[]): number => {
  const at = a.findIndex((cell, i) => cell !== b[i]);
  return at < 0 ? 0 : (a[at] ?? "") < (b[at] ?? "") ? -1 : 1;
};
