import { encodeJson } from "../apimachinery/json/encode.ts";
import type { Answer, Complaint } from "./answer.ts";
import { missedExpectations } from "./expectation.ts";
import { objectNameOf, type Manifest } from "./manifest.ts";
import { nameOf } from "../kubectl/json-access.ts";
import { lineOf, type Places } from "./places.ts";
import type { Finding, ObjectReport, Place } from "./report.ts";
import { Rules } from "./rules.ts";
import { stepsOfField } from "./steps-of-field.ts";
import { writtenSteps } from "./written-field.ts";

/** An error at a place, as of a text that cannot be read. */
export const errorAt = (place: Place, message: string): Finding => ({
  level: "error",
  message,
  reason: "",
  field: "",
  place,
});

/** A warning at a place. */
export const warningAt = (place: Place, message: string): Finding => ({ ...errorAt(place, message), level: "warning" });

/** What a reporter is told besides. */
interface ReporterOptions {
  /** The namespace of objects that name none. */
  readonly namespace?: string;
  /** What the manifests are judged beside. */
  readonly surroundings?: readonly Manifest[];
}

/** Makes reports of answers. */
export class Reporter {
  readonly #manifests: readonly Manifest[];
  readonly #places: Places;
  readonly #rules: Rules;
  readonly #reports = new Map<Manifest, ObjectReport>();
  readonly #namespace: string;
  /** The objects that were accepted, by their names. */
  readonly #written = new Map<string, Manifest>();

  /** Rules are looked for in the manifests, and in those of the surroundings. */
  constructor(
    manifests: readonly Manifest[],
    places: Places,
    { namespace = "default", surroundings = [] }: ReporterOptions = {},
  ) {
    this.#namespace = namespace;
    this.#manifests = manifests;
    this.#places = places;
    this.#rules = new Rules([...surroundings, ...manifests], places);
  }

  add(manifest: Manifest, answer: Answer): void {
    this.#reports.set(manifest, this.reportOf(manifest, answer));
  }

  /** Returns what an answer says of a manifest. */
  reportOf(manifest: Manifest, answer: Answer): ObjectReport {
    const { object, expectations, source } = manifest;
    const missed = missedExpectations(expectations, answer);
    const isExpected = expectations.some(({ kind }) => kind === "refused") && missed.length === 0;
    const refused = answer.stored === undefined;
    const findings = [
      ...this.#duplicates(manifest),
      ...(isExpected ? [] : answer.complaints.map((complaint) => this.#finding(manifest, complaint))),
      ...(expectations.some(({ kind }) => kind === "warned") && missed.length === 0
        ? []
        : this.#warnings(manifest, answer)),
      ...this.#again(manifest, answer),
      ...missed.map(({ expectation, message }) =>
        errorAt(typeof expectation.at === "number" ? lineOf(source, expectation.at) : expectation.at, message),
      ),
    ];
    return {
      object: objectNameOf(object),
      place: this.#places.of(manifest, []),
      outcome: refused ? "refused" : "accepted",
      expected: isExpected,
      template: source.template,
      findings,
    };
  }

  inOrder(): readonly ObjectReport[] {
    return this.#manifests.flatMap((manifest) => this.#reports.get(manifest) ?? []);
  }

  /**
   * An object that is written twice, with other content: the later one counts, without a word of kubectl. What tests
   * expect is left out.
   */
  #again(manifest: Manifest, { stored }: Answer): readonly Finding[] {
    const { apiVersion, kind, namespace, name } = objectNameOf(manifest.object);
    if (stored === undefined || nameOf(manifest.object) === "" || manifest.expectations.length > 0) return [];
    const group = apiVersion.includes("/") ? apiVersion.slice(0, apiVersion.indexOf("/")) : "";
    const key = JSON.stringify([group, kind, namespace || this.#namespace, name]);
    const before = this.#written.get(key);
    this.#written.set(key, manifest);
    if (before === undefined || encodeJson(before.object) === encodeJson(manifest.object)) return [];
    const { file, line, column } = this.#places.of(before, []);
    const at = `${file}:${line}:${column}`;
    return [
      warningAt(this.#places.of(manifest, []), `the same object is at ${at}, too; this one is sent later and counts`),
    ];
  }

  #finding(manifest: Manifest, complaint: Complaint): Finding {
    const rule = this.#rules.of(complaint, manifest.object);
    return {
      level: "error",
      message: complaint.message,
      reason: complaint.reason,
      field: complaint.field,
      place: this.#places.of(manifest, writtenSteps(manifest.object, complaint)),
      ...(rule !== undefined && { rule }),
      ...(complaint.hint !== undefined && { hint: complaint.hint }),
    };
  }

  /** Fields that are set twice: kubectl takes the last one without a word, strict decoding by the server does not. */
  #duplicates({ duplicates, source }: Manifest): readonly Finding[] {
    const names = duplicates.flatMap((told) => /key "(.*)" already set/.exec(told)?.[1] ?? []);
    return [...new Set(names)].flatMap((name) =>
      this.#places
        .repeated(source, name)
        .map((place) => ({ ...errorAt(place, `key "${name}" already set in map`), reason: "BadRequest" })),
    );
  }

  #warnings(manifest: Manifest, { warnings }: Answer): readonly Finding[] {
    return warnings.map((message) => {
      const field = /^(?:unknown field "([^"]+)"|([a-z][\w.[\]]*): )/.exec(message);
      const steps = stepsOfField(field?.[1] ?? field?.[2] ?? "");
      return warningAt(this.#places.of(manifest, steps), message);
    });
  }
}
