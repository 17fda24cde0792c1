import type { Revision } from "../interface.ts";
import { hasRevision, withTextRevision } from "../stored-text.ts";

/** An object of an export. One that is `unreadable` has a text that is not that of an object, and keeps it. */
export interface ExportedObject {
  readonly key: string;
  readonly text: string;
  readonly unreadable?: boolean | undefined;
}

/** The newest state as plain data, as in an export file. */
export interface StoreState {
  readonly revision: Revision;
  readonly objects: readonly ExportedObject[];
}

/** Returns a stored object as an export has it. */
export const exported = ({ key, text }: ExportedObject): ExportedObject =>
  hasRevision(text) ? { key, text } : { key, text, unreadable: true };

/** Returns the text of an object of an export. Throws if it has no revision and is not said to be unreadable. */
export const importedText = ({ text, unreadable }: ExportedObject): string =>
  unreadable === true ? text : withTextRevision(text, 1);
