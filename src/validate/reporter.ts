import type { Answer, Complaint } from "./answer.ts";
import { missedExpectations } from "./expectation.ts";
import { objectNameOf, type Manifest } from "./manifest.ts";
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

/** Makes reports of answers. */
export class Reporter {
  readonly #manifests: readonly Manifest[];
  readonly #places: Places;
  readonly #rules: Rules;
  readonly #reports = new Map<Manifest, ObjectReport>();

  /** Rules are looked for in the manifests, and in those of the surroundings. */
  constructor(manifests: readonly Manifest[], places: Places, surroundings: readonly Manifest[] = []) {
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
      ...(isExpected
        ? []
        : answer.complaints.map((complaint, i) => this.#finding(manifest, complaint, i === 0 ? answer.hint : ""))),
      ...(expectations.some(({ kind }) => kind === "warned") && missed.length === 0
        ? []
        : this.#warnings(manifest, answer)),
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

  #finding(manifest: Manifest, complaint: Complaint, hint: string): Finding {
    const rule = this.#rules.of(complaint, manifest.object);
    return {
      level: "error",
      message: complaint.message,
      reason: complaint.reason,
      field: complaint.field,
      place: this.#places.of(manifest, writtenSteps(manifest.object, complaint)),
      ...(rule !== undefined && { rule }),
      ...(hint !== "" && { hint }),
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
