import { compareUtf8 } from "../../../apimachinery/compare-utf8.ts";
import type { JsonObject } from "../../../apimachinery/json/value.ts";
import { preferred, type ServedResource } from "../../../client/discovery.ts";
import type { Invocation } from "../../invocation.ts";
import { textAt } from "../../json-access.ts";
import { KubectlError, usageError } from "../../kubectl-error.ts";
import { indentedJson, yamlOf } from "../../output/print-json.ts";
import { formatsOf, unknownFormat } from "../../output/printer.ts";
import { alignTabs, tableWidths } from "../../output/tab-writer.ts";
import { mapperOf } from "../../resource/mapper-of.ts";
import { groupResource, groupVersion } from "../../resource/mapper.ts";

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
  const format = /^(?:json|k?yaml)$/i.test(output) ? output.toLowerCase() : output;
  const formats = formatsOf(invocation, ["json", "name", "wide", "yaml"]);
  if (format !== "" && !formats.includes(format)) throw unknownFormat(output, formats);
  const sortBy = flags.text("sort-by");
  if (!["", "name", "kind"].includes(sortBy)) throw new KubectlError("--sort-by accepts only name or kind");
  const { resources } = await mapperOf(invocation, !flags.bool("cached"));
  const wanted = preferred(resources).filter((resource) => isWanted(invocation, resource));
  const sorted = wanted.toSorted(
    (a, b) =>
      (sortBy === "" ? compareUtf8(a.group, b.group) : 0) ||
      compareUtf8(sortBy === "kind" ? a.kind : a.resource, sortBy === "kind" ? b.kind : b.resource),
  );
  if (format === "json") return out(`${indentedJson(resourceList(sorted), "    ", "", true)}\n`);
  if (format === "yaml") return out(yamlOf(resourceList(sorted)));
  if (format === "kyaml") return out((await import("../../kyaml/kyaml.ts")).kyamlOf(resourceList(sorted), true));
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

/** The resources as one object, with its members in the order of their Go types (metav1.APIResourceList). */
const resourceList = (resources: readonly ServedResource[]): JsonObject => ({
  kind: "APIResourceList",
  apiVersion: "v1",
  groupVersion: "",
  resources:
    resources.length === 0
      ? null
      : resources.map((each) => ({
          name: each.resource,
          singularName: each.singular,
          namespaced: each.namespaced,
          ...(each.group !== "" && { group: each.group }),
          version: each.version,
          kind: each.kind,
          verbs: each.verbs,
          ...(each.shortNames.length > 0 && { shortNames: each.shortNames }),
          ...(each.categories.length > 0 && { categories: each.categories }),
        })),
});

function isWanted({ flags }: Invocation, resource: ServedResource): boolean {
  if (flags.changed("api-group") && resource.group !== flags.text("api-group")) return false;
  if (flags.changed("namespaced") && resource.namespaced !== flags.bool("namespaced")) return false;
  if (!flags.list("verbs").every((verb) => resource.verbs.includes(verb))) return false;
  return (
    flags.list("categories").every((category) => resource.categories.includes(category)) && resource.verbs.length > 0
  );
}

/** What kubectl 1.34.5 tells of itself. */
export const clientVersion = {
  major: "1",
  minor: "34",
  gitVersion: "v1.34.5",
  gitCommit: "ebfac057369b21558006b8815821ab2fb1e29f2d",
  gitTreeState: "clean",
  buildDate: "2026-02-26T20:06:18Z",
  goVersion: "go1.24.13",
  compiler: "gc",
  platform: "linux/amd64",
};
const kustomizeVersion = "v5.7.1";

/** The members of a version in the order of its Go type (version.Info). */
const versionMembers = (
  "major minor emulationMajor emulationMinor minCompatibilityMajor minCompatibilityMinor gitVersion gitCommit " +
  "gitTreeState buildDate goVersion compiler platform"
).split(" ");

const inOrder = (version: JsonObject): JsonObject =>
  Object.fromEntries(versionMembers.flatMap((name) => (version[name] === undefined ? [] : [[name, version[name]]])));

/** `kubectl version`. */
export async function version(invocation: Invocation): Promise<void> {
  const { flags, rest, out, args } = invocation;
  if (args.length > 0) throw new KubectlError(`extra arguments: [${args.join(" ")}]`);
  const output = flags.text("output");
  if (!["", "json", "yaml"].includes(output)) throw new KubectlError("--output must be 'yaml' or 'json'");
  const server = flags.bool("client") ? undefined : await rest.object({ method: "GET", path: "/version" });
  if (output !== "") {
    const served = server === undefined ? {} : { serverVersion: inOrder(server) };
    const value = { clientVersion, kustomizeVersion, ...served };
    return out(output === "json" ? `${indentedJson(value, "  ", "", true)}\n` : `${yamlOf(value)}\n`);
  }
  out(`Client Version: ${clientVersion.gitVersion}\nKustomize Version: ${kustomizeVersion}\n`);
  if (server !== undefined) out(`Server Version: ${textAt(server, "gitVersion")}\n`);
}

/** `kubectl cluster-info`. */
export async function clusterInfo({ rest, out, session, hasNamespace, namespace }: Invocation): Promise<void> {
  await rest.object({
    method: "GET",
    path: `/api/v1/namespaces/${hasNamespace ? namespace : "kube-system"}/services`,
    query: { labelSelector: "kubernetes.io/cluster-service=true" },
  });
  out(`Kubernetes control plane is running at ${session.server}
`);
  out("\nTo further debug and diagnose cluster problems, use 'kubectl cluster-info dump'.\n");
}
