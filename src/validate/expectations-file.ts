import { messageOf } from "../apimachinery/message-of.ts";
import { isObject } from "../apimachinery/json/value.ts";
import { ConfigurationError } from "../component-base/configuration-error.ts";
import { encodeJson } from "../apimachinery/json/encode.ts";
import { itemsAt, textAt } from "../kubectl/json-access.ts";
import { parseManifest } from "../kubectl/resource/documents.ts";
import { isKind, type Expectation } from "./expectation.ts";
import { Places } from "./places.ts";
import { nameText, type Finding, type ObjectName, type Place, type ValidationReport } from "./report.ts";

/** What must come of an object. */
export interface ExpectedObject {
  readonly kind: string;
  /** "" for any. */
  readonly namespace: string;
  readonly name: string;
  readonly expectation: Expectation;
  readonly place: Place;
}

/**
 * Reads a file of expectations: a YAML list of objects with `kind`, `name`, `namespace` if it matters, and one of
 * `refused`, `warned` (with a part of the message), `accepted` and `becomes`. Throws a ConfigurationError.
 */
export function readExpectations(file: string, text: string): readonly ExpectedObject[] {
  const source = { file, text, line: 0, template: "" };
  const places = new Places();
  try {
    const value = parseManifest(text);
    if (!Array.isArray(value)) throw new Error("a list is wanted");
    return itemsAt({ list: value }, "list").map((entry, i) => {
      const place = places.of({ source, path: [] }, [String(i)]);
      const said = isObject(entry) ? Object.keys(entry).filter((key) => isKind(key)) : [];
      const [kind] = said;
      if (
        !isObject(entry) ||
        said.length !== 1 ||
        !isKind(kind) ||
        textAt(entry, "kind") === "" ||
        textAt(entry, "name") === ""
      )
        throw new Error(`line ${place.line}: an entry wants kind, name and one of refused, warned, accepted, becomes`);
      const wanted = entry[kind];
      const words = isObject(wanted)
        ? encodeJson(wanted)
        : wanted === true || wanted === null
          ? ""
          : textAt(entry, kind);
      return {
        kind: textAt(entry, "kind"),
        namespace: textAt(entry, "namespace"),
        name: textAt(entry, "name"),
        expectation: { kind, text: words, at: place },
        place,
      };
    });
  } catch (error) {
    throw new ConfigurationError(`${file}: ${messageOf(error)}`, { cause: error });
  }
}

/** Whether an entry is about an object; one that names no namespace goes to a given one. */
export const isAbout = ({ kind, namespace, name }: ExpectedObject, object: ObjectName, given: string): boolean =>
  object.kind === kind && object.name === name && (namespace === "" || (object.namespace || given) === namespace);

/** Adds a problem to a report for each object of which something is expected, and which is not there. */
export function withAbsent(
  report: ValidationReport,
  expected: readonly ExpectedObject[],
  given: string,
): ValidationReport {
  const absent = expected.filter((entry) => !report.objects.some(({ object }) => isAbout(entry, object, given)));
  const problems = absent.map(({ kind, namespace, name, place }): Finding => {
    const message = `there is no ${nameText({ apiVersion: "", kind, namespace, name })} among the manifests`;
    return { level: "error", message, reason: "", field: "", place };
  });
  return { ...report, problems: [...report.problems, ...problems], passed: report.passed && absent.length === 0 };
}
