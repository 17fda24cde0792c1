import { compareUtf8 } from "../../apimachinery/compare-utf8.ts";
import type { ServedResource } from "../../client/discovery.ts";
import { preferred } from "../../client/discovery.ts";
import type { Invocation } from "../invocation.ts";
import { itemsAt, objectAt, textAt } from "../json-access.ts";
import { KubectlError, usageError } from "../kubectl-error.ts";
import { indentedJson, yamlOf } from "../output/print-json.ts";
import { unknownFormat } from "../output/printer.ts";
import { alignTabs, tableWidths } from "../output/tab-writer.ts";
import { mapperOf } from "../resource/mapper-of.ts";
import { groupResource, groupVersion } from "../resource/mapper.ts";

/** `kubectl api-versions`. */
export async function apiVersions(invocation: Invocation): Promise<void> {
  const { args, path, out } = invocation;
  if (args.length > 0) throw usageError(path, `unexpected arguments: [${args.join(" ")}]`);
  const { resources } = await mapperOf(invocation, true);
  out(
    [...new Set(resources.map(groupVersion))]
      .sort(compareUtf8)
      .map((version) => `${version}\n`)
      .join(""),
  );
}

/** `kubectl api-resources`. */
export async function apiResources(invocation: Invocation): Promise<void> {
  const { flags, args, path, out } = invocation;
  const output = flags.text("output");
  if (args.length > 0) throw usageError(path, `unexpected arguments: [${args.join(" ")}]`);
  if (!["", "wide", "name"].includes(output)) throw unknownFormat(output, ["json", "name", "wide", "yaml"]);
  const sortBy = flags.text("sort-by");
  if (!["", "name", "kind"].includes(sortBy)) throw new KubectlError("--sort-by accepts only name or kind");
  const { resources } = await mapperOf(invocation, true);
  const wanted = preferred(resources).filter((resource) => isWanted(invocation, resource));
  const sorted = wanted.toSorted(
    (a, b) =>
      (sortBy === "" ? compareUtf8(a.group, b.group) : 0) ||
      compareUtf8(sortBy === "kind" ? a.kind : a.resource, sortBy === "kind" ? b.kind : b.resource),
  );
  if (output === "name") return out(sorted.map((resource) => `${groupResource(resource)}\n`).join(""));
  const wide = output === "wide";
  const header = ["NAME", "SHORTNAMES", "APIVERSION", "NAMESPACED", "KIND", ...(wide ? ["VERBS", "CATEGORIES"] : [])];
  const rows = sorted.map((each) => [
    each.resource,
    each.shortNames.join(","),
    groupVersion(each),
    String(each.namespaced),
    each.kind,
    ...(wide ? [each.verbs.join(","), each.categories.join(",")] : []),
  ]);
  const lines = flags.bool("no-headers") ? rows : [header, ...rows];
  out(alignTabs(lines.map((cells) => `${cells.join("\t")}\n`).join(""), tableWidths));
}

function isWanted({ flags }: Invocation, resource: ServedResource): boolean {
  if (flags.changed("api-group") && resource.group !== flags.text("api-group")) return false;
  if (flags.changed("namespaced") && resource.namespaced !== flags.bool("namespaced")) return false;
  if (!flags.list("verbs").every((verb) => resource.verbs.includes(verb))) return false;
  return (
    flags.list("categories").every((category) => resource.categories.includes(category)) && resource.verbs.length > 0
  );
}

const clientVersion = { major: "1", minor: "34", gitVersion: "v1.34.5", kustomizeVersion: "v5.7.1" };

/** `kubectl version`. */
export async function version(invocation: Invocation): Promise<void> {
  const { flags, rest, out, args, path } = invocation;
  if (args.length > 0) throw usageError(path, `extra arguments: [${args.join(" ")}]`);
  const output = flags.text("output");
  if (!["", "json", "yaml"].includes(output)) throw new KubectlError("--output must be 'yaml' or 'json'");
  const server = flags.bool("client") ? undefined : await rest.object({ method: "GET", path: "/version" });
  const { kustomizeVersion, ...client } = clientVersion;
  if (output !== "") {
    const value = { clientVersion: client, kustomizeVersion, ...(server !== undefined && { serverVersion: server }) };
    return out(output === "json" ? `${indentedJson(value, "  ")}\n` : yamlOf(value));
  }
  out(`Client Version: ${client.gitVersion}\nKustomize Version: ${kustomizeVersion}\n`);
  if (server !== undefined) out(`Server Version: ${textAt(server, "gitVersion")}\n`);
}

/** `kubectl cluster-info`. */
export async function clusterInfo({ rest, out, session }: Invocation): Promise<void> {
  await rest.object({
    method: "GET",
    path: "/api/v1/namespaces/kube-system/services",
    query: { labelSelector: "kubernetes.io/cluster-service=true" },
  });
  out(`Kubernetes control plane is running at ${session.server}
`);
  out("\nTo further debug and diagnose cluster problems, use 'kubectl cluster-info dump'.\n");
}

/** `kubectl auth can-i`. Ends with 1 if the answer is no. */
export async function canI(invocation: Invocation): Promise<number> {
  const { flags, args, rest, out, err, namespace } = invocation;
  const [verb = "", target = "", name] = args;
  if (args.length < 2 || args.length > 3)
    throw new KubectlError(
      "you must specify two arguments: verb resource or verb resource/resourceName.\nSee 'kubectl auth can-i -h' for help and examples.",
    );
  const isUrl = target.startsWith("/");
  const [type = "", of = name] = isUrl ? [target] : target.split("/");
  const found = isUrl || type === "*" ? undefined : await knownResource(invocation, type, err);
  const [plural = "", ...group] = type.split(".");
  const spec = isUrl
    ? { nonResourceAttributes: { path: target, verb } }
    : {
        resourceAttributes: {
          group: found?.group ?? group.join("."),
          ...(of !== undefined && { name: of }),
          namespace: flags.bool("all-namespaces") ? "" : namespace,
          resource: found?.resource ?? plural,
          subresource: flags.text("subresource"),
          verb,
          ...(found !== undefined && { version: "*" }),
        },
      };
  const body = { apiVersion: "authorization.k8s.io/v1", kind: "SelfSubjectAccessReview", spec };
  const review = await rest.object({
    method: "POST",
    path: "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
    body,
  });
  const status = objectAt(review, "status");
  const allowed = status["allowed"] === true;
  const reason = allowed
    ? ""
    : [textAt(status, "reason"), textAt(status, "evaluationError")].filter((text) => text !== "").join(" - ");
  if (!flags.bool("quiet")) out(`${allowed ? "yes" : "no"}${reason === "" ? "" : ` - ${reason}`}\n`);
  return allowed ? 0 : 1;
}

async function knownResource(
  invocation: Invocation,
  type: string,
  err: (text: string) => void,
): Promise<ServedResource | undefined> {
  try {
    const found = (await mapperOf(invocation)).find(type);
    if (!found.namespaced && !invocation.flags.bool("all-namespaces"))
      err(
        `Warning: resource '${found.resource}' is not namespace scoped${found.group === "" ? "" : ` in group '${found.group}'`}\n\n`,
      );
    return found;
  } catch {
    err(`Warning: the server doesn't have a resource type '${type}'\n\n`);
    return undefined;
  }
}

/** `kubectl auth whoami`. */
export async function whoAmI(invocation: Invocation): Promise<void> {
  const { rest, flags, out } = invocation;
  const body = { apiVersion: "authentication.k8s.io/v1", kind: "SelfSubjectReview" };
  const review = await rest.object({ method: "POST", path: "/apis/authentication.k8s.io/v1/selfsubjectreviews", body });
  if (flags.text("output") !== "") {
    const { createPrinter } = await import("../output/printer.ts");
    return (await createPrinter(invocation))(review);
  }
  const info = objectAt(review, "status", "userInfo");
  const list = (value: readonly unknown[]): string => `[${value.map(String).join(" ")}]`;
  const rows = [
    ["ATTRIBUTE", "VALUE"],
    ["Username", textAt(info, "username")],
  ];
  if (textAt(info, "uid") !== "") rows.push(["UID", textAt(info, "uid")]);
  if (itemsAt(info, "groups").length > 0) rows.push(["Groups", list(itemsAt(info, "groups"))]);
  for (const key of Object.keys(objectAt(info, "extra")).sort(compareUtf8))
    rows.push([`Extra: ${key}`, list(itemsAt(info, "extra", key))]);
  out(alignTabs(rows.map((cells) => `${cells.join("\t")}\n`).join(""), tableWidths));
}
