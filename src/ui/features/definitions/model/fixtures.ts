import { isRecord } from "../../../../apimachinery/is-record.ts";

/** A fixture: an object that is created, or that replaces another, as YAML, with the expected result. */
export interface FixtureText {
  readonly id: string;
  readonly name: string;
  readonly object: string;
  readonly old?: string;
  readonly expect: "accept" | "refuse";
}

export const isFixture = (value: unknown): value is FixtureText =>
  isRecord(value) &&
  typeof value["id"] === "string" &&
  typeof value["name"] === "string" &&
  typeof value["object"] === "string" &&
  (value["old"] === undefined || typeof value["old"] === "string") &&
  (value["expect"] === "accept" || value["expect"] === "refuse");

/** The file format of fixtures. */
export interface FixtureFile {
  readonly definition: string;
  readonly fixtures: readonly FixtureText[];
}

export const printFixtures = (file: FixtureFile): string =>
  `${JSON.stringify({ kubepadFixtures: 1, ...file }, null, 2)}\n`;

/** Parses a fixture file. Throws an error if it is invalid. */
export function readFixtures(text: string): FixtureFile {
  const value = parseJson(text);
  const fixtures = isRecord(value) && value["kubepadFixtures"] === 1 ? value["fixtures"] : undefined;
  if (!isRecord(value) || !Array.isArray(fixtures) || !fixtures.every(isFixture))
    throw new Error("This is not a fixtures file exported by this page.");
  return { definition: typeof value["definition"] === "string" ? value["definition"] : "", fixtures };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
