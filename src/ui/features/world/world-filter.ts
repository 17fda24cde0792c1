import type { Level } from "../../../diagnosis/diagnosis.ts";
import type { WorldObject } from "./world-kinds.ts";

/** Which objects are shown. */
export interface WorldFilter {
  /** "" for all. */
  readonly namespace: string;
  /** Parts of names, namespaces and states, or labels as `app=web`; all of them have to fit. */
  readonly text: string;
  /** None for all. */
  readonly levels: ReadonlySet<Level>;
}

/** Levels with the word that the page has for them, the worst first. */
export const levels: readonly (readonly [level: Level, word: string])[] = [
  ["error", "Failing"],
  ["warning", "Warning"],
  ["progressing", "Progressing"],
  ["ok", "Fine"],
];

/** Reports whether a filter leaves anything out but other namespaces. */
export const narrows = ({ text, levels: chosen }: WorldFilter): boolean => text.trim() !== "" || chosen.size > 0;

function fitsWord(word: string, { object: { metadata }, summary, kind }: WorldObject): boolean {
  const at = word.indexOf("=");
  if (at > 0)
    return Object.entries(metadata.labels ?? {}).some(
      ([name, value]) => name.toLowerCase() === word.slice(0, at) && value.toLowerCase().startsWith(word.slice(at + 1)),
    );
  return [metadata.name, metadata.namespace, summary.state, summary.reason, kind.kind].some(
    (text) => text?.toLowerCase().includes(word) === true,
  );
}

/** Returns what reports whether an object fits a filter, its namespace apart. */
export function fitting({ text, levels: chosen }: WorldFilter): (one: WorldObject) => boolean {
  const words = text.trim().toLowerCase().split(/\s+/).filter(Boolean);
  return (one) => (chosen.size === 0 || chosen.has(one.summary.level)) && words.every((word) => fitsWord(word, one));
}

/** Reports whether an object is in the namespace of a filter. Those of the cluster are in all. */
export const isInNamespace = ({ namespace }: WorldFilter, { object: { metadata } }: WorldObject): boolean =>
  namespace === "" || metadata.namespace === undefined || metadata.namespace === namespace;
