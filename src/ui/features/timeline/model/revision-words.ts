import type { RevisionEntry } from "../../../../client/history.ts";
import { formatClock, formatCount } from "../../../data/words.ts";
import { authorInWords } from "./authors.ts";

const verbs: Readonly<Record<RevisionEntry["kind"], string>> = {
  create: "created",
  update: "updated",
  delete: "deleted",
};

/** Names what was written: `pods demo/web-1`. */
export const objectInWords = ({ resource, namespace, name }: RevisionEntry): string =>
  `${resource} ${namespace === "" ? name : `${namespace}/${name}`}`;

/** Says when: by the world's time, in the reader's zone. */
export const timeInWords = (at: number | undefined): string =>
  at === undefined ? "at an unknown time" : formatClock(at);

/** Says a write in a sentence: `Revision 120: pods demo/web-1 created by replicaset-controller, 12:03:07`. */
export const entryInWords = (entry: RevisionEntry): string =>
  `Revision ${formatCount(entry.revision)}: ${objectInWords(entry)} ${verbs[entry.kind]} by ${authorInWords(entry)}, ${timeInWords(entry.at)}`;
