import { isRecord } from "../../../apimachinery/is-record.ts";
import { recordAt, type JsonRecord } from "../../record.ts";
import type { PodValidationOptions } from "./options.ts";

/**
 * The options that templates were found valid under. Most updates of a workload leave nearly all of its template as it
 * is, and an update keeps what does not change as the same instances; so a part that is identical to one of a valid
 * template needs no second look. A template is remembered no longer than something refers to it.
 */
const validTemplates = new WeakMap<JsonRecord, PodValidationOptions>();

/** Remembers that a template is valid under the options. */
export const rememberValid = (template: JsonRecord, options: PodValidationOptions): void =>
  void validTemplates.set(template, options);

/** Reports whether a template was found valid under the same options. */
export const isKnownValid = (template: JsonRecord, options: PodValidationOptions): boolean =>
  validTemplates.get(template) === options;

/** The templates that no warning was given for; a template is remembered no longer than something refers to it. */
const quietTemplates = new WeakSet<JsonRecord>();

/** Remembers that there are no warnings for a template. */
export const rememberQuiet = (template: JsonRecord): void => void quietTemplates.add(template);

/** Reports whether there are no warnings for a template: at most images differ from one that had none. */
export const isKnownQuiet = (template: JsonRecord, before: JsonRecord): boolean =>
  quietTemplates.has(before) && differsInImages(template, before);

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

/** Reports whether nothing but images of containers differs between a template and the one that it replaces. */
export function differsInImages(template: JsonRecord, before: JsonRecord): boolean {
  if (template === before) return true;
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
