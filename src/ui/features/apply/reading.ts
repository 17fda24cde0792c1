import { isRecord } from "../../../apimachinery/is-record.ts";
import { messageOf } from "../../../apimachinery/message-of.ts";
import { ManifestSyntaxError, readManifest, type ManifestNode } from "../../../assist/manifest-places.ts";
import type { ObjectPath, Resource } from "../../kube/resource.ts";

/** A parsed manifest: the object that it names and the source positions of its fields. */
export type Reading =
  | {
      readonly kind: "read";
      readonly text: string;
      readonly root: ManifestNode;
      readonly path: ObjectPath;
      readonly resource: Resource;
    }
  | { readonly kind: "unclear"; readonly text: string; readonly message: string; readonly line?: number };

/** Parses a manifest and looks up its kind among the served resources. */
export async function readingOf(text: string, resources: readonly Resource[]): Promise<Reading> {
  try {
    const root = await readManifest(text);
    const found = objectOf(root.value, resources);
    return typeof found === "string"
      ? { kind: "unclear", text, message: found }
      : { kind: "read", text, root, ...found };
  } catch (error) {
    return {
      kind: "unclear",
      text,
      message: messageOf(error),
      ...(error instanceof ManifestSyntaxError && { line: error.line }),
    };
  }
}

const textAt = (value: unknown, key: string): string =>
  isRecord(value) && typeof value[key] === "string" ? value[key] : "";

/** Returns the path of a manifest's object, or a message on what is missing. */
function objectOf(
  manifest: unknown,
  resources: readonly Resource[],
): { readonly path: ObjectPath; readonly resource: Resource } | string {
  if (!isRecord(manifest)) return "A manifest needs apiVersion, kind and metadata.";
  const [apiVersion, kind] = [textAt(manifest, "apiVersion"), textAt(manifest, "kind")];
  if (apiVersion === "" || kind === "") return "The manifest has no apiVersion or kind.";
  const [version = "", group = ""] = apiVersion.split("/").toReversed();
  const resource = resources.find((item) => item.group === group && item.kind === kind);
  if (resource === undefined) return `The server does not serve ${kind} in ${apiVersion}.`;
  const metadata = manifest["metadata"];
  const name = textAt(metadata, "name");
  if (name === "") return "The manifest has no metadata.name. Apply needs a name.";
  const namespace = resource.namespaced ? textAt(metadata, "namespace") || "default" : undefined;
  return { path: { group, version, resource: resource.resource, namespace, name }, resource };
}
