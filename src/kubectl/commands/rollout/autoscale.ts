import type { JsonObject, JsonValue } from "../../../apimachinery/json/value.ts";
import { messageOf } from "../../../apimachinery/message-of.ts";
import { parseQuantity } from "../../../apimachinery/quantity-parse.ts";
import type { Invocation } from "../../invocation.ts";
import { KubectlError, KubectlErrors } from "../../kubectl-error.ts";
import { createTypedPrinter } from "../../output/printer.ts";
import { plan } from "../../resource/builder.ts";
import type { Info } from "../../resource/info.ts";
import { groupVersion } from "../../resource/mapper.ts";
import { withTypedConfiguration } from "../apply/last-applied.ts";
import { recorded } from "../write/record.ts";
import { doneText, dryRunOf, writeQuery } from "../write/write-options.ts";

/** `kubectl autoscale`: creates a HorizontalPodAutoscaler. */
export async function autoscale(invocation: Invocation): Promise<void> {
  const { args, flags } = invocation;
  if (!flags.changed("max")) throw new KubectlError(`required flag(s) "max" not set`);
  dryRunOf(flags);
  validate(invocation);
  const find = await plan(invocation, { args, asWritten: true });
  let created = 0;
  const { errors } = await find(async (info) => {
    await autoscaleOne(invocation, info);
    created++;
  });
  if (errors.length > 0) throw errors.length === 1 ? errors[0] : new KubectlErrors(errors);
  if (created === 0) throw new KubectlError("no objects passed to autoscale");
}

function validate({ flags }: Invocation): void {
  const [min, max] = [flags.int("min"), flags.int("max")];
  if (max < 1) throw new KubectlError(`--max=MAXPODS is required and must be at least 1, max: ${max}`);
  if (max < min)
    throw new KubectlError(`--max=MAXPODS must be larger or equal to --min=MINPODS, max: ${max}, min: ${min}`);
  if (flags.int("cpu-percent") > 0 && flags.text("cpu") !== "")
    throw new KubectlError("--cpu-percent and --cpu are mutually exclusive");
  for (const name of ["cpu", "memory"] as const) if (flags.text(name) !== "") metricTarget(flags.text(name), name);
}

async function autoscaleOne(invocation: Invocation, info: Info): Promise<void> {
  const { flags } = invocation;
  const { resource } = info;
  if (!resource.subresources.includes("scale"))
    throw new KubectlError(
      `cannot autoscale a ${resource.kind}: could not find scale subresource for ${resource.group}/${resource.version}, Resource=${resource.resource} in discovery information`,
    );
  try {
    const metrics = metricsOf(invocation);
    await create(invocation, "v2", hpaOf(invocation, info, metrics.length === 0 ? {} : { metrics }));
  } catch {
    const problem = incompatible(invocation);
    if (problem !== undefined)
      throw new KubectlError(
        `failed to create autoscaling/v2 HPA and the configuration is incompatible with autoscaling/v1: ${problem}`,
      );
    const percent = flags.int("cpu-percent");
    const target = percent >= 0 ? { targetCPUUtilizationPercentage: percent } : {};
    await create(invocation, "v1", hpaOf(invocation, info, target));
  }
}

/** Why autoscaling/v1 cannot say what flags ask for, as Go prints it; undefined if it can. */
function incompatible({ flags }: Invocation): string | undefined {
  const [cpu, memory] = [flags.text("cpu"), flags.text("memory")];
  if (cpu.trim() === "") return "empty input";
  const possible =
    memory === "" && (flags.int("cpu-percent") >= 0 || metricTarget(cpu, "cpu")["type"] === "Utilization");
  return possible ? undefined : "%!w(<nil>)";
}

const hpaOf = ({ flags }: Invocation, { name, resource }: Info, more: JsonObject): JsonObject => ({
  kind: "HorizontalPodAutoscaler",
  metadata: { name: flags.text("name") || name },
  spec: {
    scaleTargetRef: { apiVersion: groupVersion(resource), kind: resource.kind, name },
    ...(flags.int("min") > 0 && { minReplicas: flags.int("min") }),
    maxReplicas: flags.int("max"),
    ...more,
  },
});

function metricsOf({ flags }: Invocation): readonly JsonValue[] {
  const percent = flags.int("cpu-percent");
  const metric = (name: string, target: JsonObject): JsonObject => ({ type: "Resource", resource: { name, target } });
  return [
    ...(percent > 0 ? [metric("cpu", { type: "Utilization", averageUtilization: percent })] : []),
    ...(flags.text("cpu") === "" ? [] : [metric("cpu", metricTarget(flags.text("cpu"), "cpu"))]),
    ...(flags.text("memory") === "" ? [] : [metric("memory", metricTarget(flags.text("memory"), "memory"))]),
  ];
}

/** The target that `70%`, `500m` or a bare number asks for (autoscale.parseResourceInput). Throws a KubectlError. */
export function metricTarget(text: string, resource: "cpu" | "memory"): JsonObject {
  const input = text.trim();
  if (input === "") throw new KubectlError("empty input");
  if (input.endsWith("%")) {
    const percent = input.slice(0, -1);
    if (!/^\+?\d+$/.test(percent) || Number(percent) > 2 ** 31 - 1)
      throw new KubectlError(`invalid percentage value: ${percent}`);
    return { type: "Utilization", averageUtilization: Number(percent) };
  }
  const isNumber = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/.test(input);
  try {
    const quantity = isNumber ? `${Number(input)}${resource === "cpu" ? "m" : "Mi"}` : input;
    return { type: "AverageValue", averageValue: parseQuantity(quantity).toString() };
  } catch (error) {
    throw new KubectlError(isNumber ? messageOf(error) : `invalid resource ${resource} value: ${input}`);
  }
}

async function create(invocation: Invocation, version: "v1" | "v2", bare: JsonObject): Promise<void> {
  const { flags, rest, namespace } = invocation;
  const dryRun = dryRunOf(flags);
  const status =
    version === "v2" ? { currentMetrics: null, desiredReplicas: 0 } : { currentReplicas: 0, desiredReplicas: 0 };
  const object = recorded(invocation, { apiVersion: `autoscaling/${version}`, ...bare, status });
  const print = await createTypedPrinter(invocation);
  if (dryRun === "client") return print(object, doneText("created", dryRun));
  const body = flags.bool("save-config") ? withTypedConfiguration(object) : object;
  const path = `/apis/autoscaling/${version}/namespaces/${namespace}/horizontalpodautoscalers`;
  print(await rest.object({ method: "POST", path, query: writeQuery(flags), body }), doneText("autoscaled", dryRun));
}
