import type { JsonObject } from "../../apimachinery/json/value.ts";
import { itemsAt, withValueAt } from "../json-access.ts";
import { KubectlError } from "../kubectl-error.ts";
import type { Origin, Resource } from "./resource.ts";

/** The version of kustomize in kubectl 1.34.5. */
const kustomizeVersion = "v5.7.1";

/** Adds what `buildMetadata` of the kustomization that is built asks for to its objects. Throws a KubectlError. */
export function addBuildMetadata(resources: readonly Resource[], kustomization: JsonObject): void {
  const wanted = itemsAt(kustomization, "buildMetadata");
  if (wanted.includes("transformerAnnotations"))
    throw new KubectlError("transformerAnnotations of buildMetadata are not built here");
  const set = (resource: Resource, member: string, name: string, text: string): void =>
    void (resource.object = withValueAt(resource.object, ["metadata", member, name], text));
  for (const resource of resources) {
    if (wanted.includes("originAnnotations") && resource.origin !== undefined)
      set(resource, "annotations", "config.kubernetes.io/origin", originText(resource.origin));
    if (wanted.includes("managedByLabel"))
      set(resource, "labels", "app.kubernetes.io/managed-by", `kustomize-${kustomizeVersion}`);
  }
}

/** Where an object is from, as YAML (resource.Origin.String). */
const originText = ({ path, generator }: Origin): string =>
  generator === undefined
    ? `path: ${path}\n`
    : `configuredIn: ${path}\nconfiguredBy:\n  apiVersion: builtin\n  kind: ${generator}\n`;

/** The path of a file as it is from a folder. */
export function relativePath(folder: string, path: string): string {
  const [from, to] = [folder, path].map((each) => each.split("/").filter((part) => part !== ""));
  let same = 0;
  while (same < (from?.length ?? 0) && from?.[same] === to?.[same]) same++;
  return [...(from ?? []).slice(same).map(() => ".."), ...(to ?? []).slice(same)].join("/");
}
