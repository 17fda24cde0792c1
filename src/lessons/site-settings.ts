import type { ApiObject } from "../client/object-client.ts";
import type { LessonServer, ScriptedProgram } from "./lesson.ts";

/** The name of the file that says what holds of all pages of a site. It stands in their folder, or in one above. */
export const siteFile = "kubepad.yaml";

/** What a site says of all its pages. */
export interface SiteSettings {
  /** The files that stand for addresses, by the address, or by a beginning of addresses that ends with `/`. */
  readonly files: Readonly<Record<string, string>>;
  readonly programs: readonly ScriptedProgram[];
  readonly server: LessonServer | undefined;
  readonly seed: readonly ApiObject[] | undefined;
}

export const noSite: SiteSettings = { files: {}, programs: [], server: undefined, seed: undefined };
