import { compareUtf8 } from "../../apimachinery/compare-utf8.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";

/** Returns the default class: of those with a true annotation the newest, then the first by name. */
export function defaultClass(classes: readonly KubeObject[], annotations: readonly string[]): string | undefined {
  const [first] = classes
    .filter(({ metadata }) => annotations.some((annotation) => metadata.annotations?.[annotation] === "true"))
    .toSorted(
      ({ metadata: a }, { metadata: b }) =>
        compareUtf8(b.creationTimestamp ?? "", a.creationTimestamp ?? "") || compareUtf8(a.name ?? "", b.name ?? ""),
    );
  return first?.metadata.name;
}
