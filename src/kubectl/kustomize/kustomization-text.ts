import type { JsonObject, JsonValue } from "../../apimachinery/json/value.ts";
import { messageOf } from "../../apimachinery/message-of.ts";
import { kindOf, textAt } from "../json-access.ts";
import { KubectlError } from "../kubectl-error.ts";
import { parseManifest } from "../resource/documents.ts";
import { decodeKustomization } from "./decode-kustomization.ts";

/** The fields of kustomizations that this builder lacks. */
const lacking = new Set("crds helmCharts helmChartInflationGenerator helmGlobals openapi".split(" "));

/** Reads the text of a kustomization. Throws a KubectlError. */
export function parseKustomization(text: string): JsonObject {
  let value: JsonValue;
  try {
    value = parseManifest(text);
  } catch (error) {
    throw new KubectlError(messageOf(error).replace("error parsing", "invalid Kustomization"));
  }
  const kustomization = value === null ? {} : decodeKustomization(value);
  if (Object.keys(kustomization).every((name) => ["apiVersion", "kind", "metadata"].includes(name)))
    throw new KubectlError("kustomization.yaml is empty");
  return kustomization;
}

/** Throws for what a kustomization may not have (Kustomization.EnforceFields), and for what is not built here. */
export function checkFields(kustomization: JsonObject, path: string): void {
  const kind = kindOf(kustomization) || "Kustomization";
  const isComponent = kind === "Component";
  const version = `kustomize.config.k8s.io/${isComponent ? "v1alpha1" : "v1beta1"}`;
  const problems = [
    ...(isComponent || kind === "Kustomization" ? [] : ["kind should be Kustomization or Component"]),
    ...(["", version].includes(textAt(kustomization, "apiVersion"))
      ? []
      : [`apiVersion for ${kind} should be ${version}`]),
  ];
  if (problems.length > 0)
    throw new KubectlError(`Failed to read kustomization file under ${path}:\n${problems.join("\n")}`);
  for (const field of Object.keys(kustomization))
    if (lacking.has(field)) throw new KubectlError(`the field ${field} of kustomizations is not built here`);
}

const deprecated = [
  ["bases", "resources"],
  ["commonLabels", "labels"],
  ["imageTags", "images"],
  ["patchesJson6902", "patches"],
  ["patchesStrategicMerge", "patches"],
  ["vars", "replacements"],
] as const;

/** Warns of fields that others replace. */
export function warnOfDeprecated(kustomization: JsonObject, warn: (text: string) => void): void {
  for (const [field, other] of deprecated)
    if (kustomization[field] !== undefined)
      warn(
        `# Warning: '${field}' is deprecated. Please use '${other}' instead. ${field === "vars" ? "[EXPERIMENTAL] " : ""}Run 'kustomize edit fix' to update your Kustomization automatically.\n`,
      );
}
