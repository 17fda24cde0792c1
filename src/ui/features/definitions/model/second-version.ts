import { withValues } from "../../../../assist/manifest-edits.ts";
import { isNode } from "./schema-node.ts";
import type { WrittenDefinition } from "./written-definition.ts";

/** The version that usually follows another one: v1alpha1, v1beta1, v1, v2. */
export function versionAfter(name: string): string {
  const [, major = "", stage = ""] = /^v(\d+)(?:(alpha|beta)\d*)?$/.exec(name) ?? [];
  if (major === "") return `${name}-next`;
  if (stage === "alpha") return `v${major}beta1`;
  return stage === "beta" ? `v${major}` : `v${Number(major) + 1}`;
}

/** A webhook that a function of the page takes the place of. */
const webhook = {
  strategy: "Webhook",
  webhook: { clientConfig: { url: "https://convert.example.com" }, conversionReviewVersions: ["v1"] },
};

/**
 * Adds to the text of a definition what a conversion needs: a second version with the same schema, if it has only one,
 * and a webhook. The rest of the text is unchanged.
 */
export function withConversion(text: string, { spec, versions }: WrittenDefinition): Promise<string> {
  const [only] = Array.isArray(spec["versions"]) ? spec["versions"] : [];
  const second =
    versions.length === 1 && isNode(only)
      ? [[["spec", "versions", 1], { ...only, name: versionAfter(String(only["name"])), storage: false }] as const]
      : [];
  return withValues(text, [...second, [["spec", "conversion"], webhook]]);
}
