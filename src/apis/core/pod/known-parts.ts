import { isRecord } from "../../../apimachinery/is-record.ts";
import { runningWork } from "../../../component-base/work.ts";
import { recordAt, type JsonRecord } from "../../record.ts";
import type { PodValidationOptions } from "./options.ts";

/** What was found of a template. */
interface TemplateFindings {
  /** The options that it was found valid under. */
  validUnder?: PodValidationOptions;
  /** Whether no warning was given for it. */
  isQuiet?: boolean;
}

/**
 * What was found of templates. Most updates of a workload leave nearly all of its template as it is, and an update
 * keeps what does not change as the same instances; so a part that is identical to one of a valid template needs no
 * second look. A template is remembered no longer than something refers to it.
 */
const findings = new WeakMap<JsonRecord, TemplateFindings>();

function findingsOf(template: JsonRecord): TemplateFindings {
  let found = findings.get(template);
  if (found === undefined) findings.set(template, (found = {}));
  return found;
}

/** Remembers that a template is valid under the options. */
export function rememberValid(template: JsonRecord, options: PodValidationOptions): void {
  if (runningWork() !== undefined) return; // after a pause, validation would take another way
  findingsOf(template).validUnder = options;
}

/** Reports whether a template was found valid under the same options. */
export const isKnownValid = (template: JsonRecord, options: PodValidationOptions): boolean =>
  findings.get(template)?.validUnder === options;

/** Remembers that there are no warnings for a template. */
export function rememberQuiet(template: JsonRecord): void {
  findingsOf(template).isQuiet = true;
}

/** Reports whether there are no warnings for a template: at most images differ from one that had none. */
export const isKnownQuiet = (template: JsonRecord, before: JsonRecord): boolean =>
  findings.get(before)?.isQuiet === true && differsInImages(template, before);

const containers = "containers";

/** Reports whether the members of a record are identical to those of another, except for one. */
function sameBut(record: JsonRecord, other: JsonRecord, except: string): boolean {
  for (const name in record) if (name !== except && record[name] !== other[name]) return false;
  for (const name in other) if (name !== except && record[name] === undefined) return false;
  return true;
}

/**
 * Returns the containers of the template that the given one replaces, if their parts are valid in the new one as well:
 * the old template was valid under the same options, and of the new spec nothing but containers differs.
 */
export function knownContainers(
  spec: JsonRecord,
  before: JsonRecord | undefined,
  options: PodValidationOptions,
): readonly unknown[] | undefined {
  if (before === undefined || !isKnownValid(before, options)) return undefined;
  const old = recordAt(before, "spec");
  const list = old[containers];
  return Array.isArray(list) && sameBut(spec, old, containers) ? list : undefined;
}

/** The last comparison: both validation and warnings ask for it. */
let compared: { readonly template: JsonRecord; readonly before: JsonRecord; readonly inImages: boolean } | undefined;

/** Reports whether nothing but images of containers differs between a template and the one that it replaces. */
export function differsInImages(template: JsonRecord, before: JsonRecord): boolean {
  if (template === before) return true;
  if (compared?.template !== template || compared.before !== before)
    compared = { template, before, inImages: differOnlyInImages(template, before) };
  return compared.inImages;
}

function differOnlyInImages(template: JsonRecord, before: JsonRecord): boolean {
  if (!sameBut(template, before, "spec")) return false;
  const [spec, old] = [recordAt(template, "spec"), recordAt(before, "spec")];
  if (!sameBut(spec, old, containers)) return false;
  const [list, oldList] = [spec[containers], old[containers]];
  if (!Array.isArray(list) || !Array.isArray(oldList) || list.length !== oldList.length) return false;
  return list.every((container, i) => {
    const other: unknown = oldList[i];
    return container === other || (isRecord(container) && isRecord(other) && sameBut(container, other, "image"));
  });
}

/** Reports whether the members of a container are identical to those of a known valid one. */
export function areKnown(container: JsonRecord, known: unknown, members: readonly string[]): boolean {
  if (!isRecord(known)) return false;
  for (const member of members) if (container[member] !== known[member]) return false;
  return true;
}
