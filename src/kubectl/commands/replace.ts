import type { Invocation } from "../invocation.ts";
import type { JsonObject } from "../../apimachinery/json/value.ts";
import { objectAt, textAt, valueAt, withValueAt } from "../json-access.ts";
import { KubectlError, throwAll, usageError } from "../kubectl-error.ts";
import { createPrinter } from "../output/printer.ts";
import { build } from "../resource/builder.ts";
import { manifestInfos, partErrors } from "../resource/manifests.ts";
import { pathOf } from "../resource/mapper.ts";
import { createObject } from "./create-generators.ts";
import { lastApplied, withConfiguration } from "./last-applied.ts";
import { doneText, dryRunOf, withSource, writeQuery } from "./write-options.ts";

/** `kubectl replace`. */
export async function replace(invocation: Invocation): Promise<void> {
  const { flags, args, path, rest } = invocation;
  const dryRun = dryRunOf(flags);
  if (flags.int("grace-period") >= 0 && !flags.bool("force"))
    throw new KubectlError("--grace-period must have --force specified");
  if (flags.list("filename").length === 0 && flags.text("kustomize") === "")
    throw new KubectlError("must specify one of -f and -k");
  if (args.length > 0) throw usageError(path, `Unexpected args: [${args.join(" ")}]`);
  if (flags.bool("force")) throw new KubectlError("--force is not available here: delete the object and create it");
  const infos = await manifestInfos(invocation);
  const errors: unknown[] = [...partErrors(infos)];
  const print = await createPrinter(invocation);
  for (const { resource, namespace, name, object, source } of infos) {
    const has = textAt(object, "metadata", "annotations", lastApplied) !== "";
    const body = flags.bool("save-config") || has ? withConfiguration(object) : object;
    try {
      const target = pathOf(resource, namespace, name, flags.text("subresource"));
      const query = writeQuery(flags);
      print(
        dryRun === "client"
          ? body
          : await rest.object({ method: "PUT", path: target, query, body: await versioned(invocation, target, body) }),
        doneText("replaced", dryRun),
      );
    } catch (error) {
      errors.push(withSource("replacing", source, error));
    }
  }
  throwAll(errors);
}

/** The object with the live one's resourceVersion, if it has none of its own (resource.Helper.Replace). */
async function versioned({ rest }: Invocation, path: string, object: JsonObject): Promise<JsonObject> {
  if (textAt(object, "metadata", "resourceVersion") !== "") return object;
  const current = await rest.object({ method: "GET", path });
  return withValueAt(object, ["metadata", "resourceVersion"], textAt(current, "metadata", "resourceVersion"));
}

/** `kubectl expose`: a service for the pods of an object. */
export async function expose(invocation: Invocation): Promise<void> {
  const { flags, args } = invocation;
  const { infos, errors } = await build(invocation, { args });
  throwAll(errors);
  for (const { resource, object, name } of infos) {
    if (!["pods", "services", "replicationcontrollers", "deployments", "replicasets"].includes(resource.resource))
      throw new KubectlError(`cannot expose a ${resource.kind}${resource.group === "" ? "" : `.${resource.group}`}`);
    const isPod = resource.resource === "pods";
    const given = flags.text("selector");
    const found = isPod
      ? objectAt(object, "metadata", "labels")
      : resource.group === ""
        ? objectAt(object, "spec", "selector")
        : objectAt(object, "spec", "selector", "matchLabels");
    const selector =
      given === "" ? found : Object.fromEntries(given.split(",").map((pair) => pair.split("=").slice(0, 2)));
    if (Object.keys(selector).length === 0)
      throw new KubectlError(
        `couldn't retrieve selectors via --selector flag or introspection: the ${isPod ? "pod has no labels" : "object has no selector"} and cannot be exposed`,
      );
    const ports = portsOf(invocation, resource.resource, object);
    const type = flags.text("type");
    const labels =
      flags.text("labels") === ""
        ? objectAt(object, "metadata", "labels")
        : Object.fromEntries(
            flags
              .text("labels")
              .split(",")
              .map((pair) => pair.split("=").slice(0, 2)),
          );
    const address = flags.text("cluster-ip");
    await createObject(
      invocation,
      {
        apiVersion: "v1",
        kind: "Service",
        metadata: { ...(Object.keys(labels).length > 0 && { labels }), name: flags.text("name") || name },
        spec: {
          ...(address !== "" && { clusterIP: address }),
          ...(flags.text("external-ip") !== "" && { externalIPs: [flags.text("external-ip")] }),
          ports,
          selector,
          ...(flags.text("session-affinity") !== "" && { sessionAffinity: flags.text("session-affinity") }),
          ...(type !== "" && { type }),
        },
        status: { loadBalancer: {} },
      },
      "",
      "exposed",
    );
  }
}

function portsOf({ flags }: Invocation, resource: string, object: Parameters<typeof textAt>[0]) {
  const root = resource === "pods" ? ["spec"] : ["spec", "template", "spec"];
  const containers = valueAt(object, ...root, "containers");
  const own = Array.isArray(containers)
    ? containers.flatMap((container) => {
        const ports = valueAt(container, "ports");
        return Array.isArray(ports)
          ? ports.map((port) => ({ port: textAt(port, "containerPort"), protocol: textAt(port, "protocol") || "TCP" }))
          : [];
      })
    : [];
  const given = flags
    .text("port")
    .split(",")
    .filter((port) => port !== "")
    .map((port) => ({ port, protocol: "" }));
  const wanted = given.length > 0 ? given : own;
  if (wanted.length === 0) throw new KubectlError("couldn't find port via --port flag or introspection");
  const target = flags.text("target-port");
  return wanted.map(({ port, protocol }, i) => {
    const to = target === "" ? port : target;
    return {
      ...(wanted.length > 1 && { name: `port-${i + 1}` }),
      port: Number(port),
      protocol: flags.text("protocol") || protocol || own.find((each) => each.port === port)?.protocol || "TCP",
      targetPort: /^\d+$/.test(to) ? Number(to) : to,
    };
  });
}
