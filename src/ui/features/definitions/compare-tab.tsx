import { useMemo } from "react";
import { Badge, EmptyState } from "../../design/feedback.tsx";
import { Select } from "../../design/field.tsx";
import { plural } from "../../data/words.ts";
import { Breakable } from "../../texts/breakable.tsx";
import type { Bench } from "./bench.ts";
import { show } from "./bench-actions.ts";
import { compareDefinitions, compareVersions } from "./model/compare-definitions.ts";
import type { Difference } from "./model/compare-schemas.ts";
import { readDefinition, type WrittenDefinition, type WrittenVersionOf } from "./model/written-definition.ts";
import type { TabProps } from "./schema-tab.tsx";

/** One side of a comparison. */
interface Side {
  readonly id: string;
  readonly label: string;
  readonly definition: WrittenDefinition;
  readonly version: WrittenVersionOf;
}

/** Compares two versions, or the installed definition with the draft, and shows breaking changes. */
export function CompareTab({ bench, definition, version }: TabProps) {
  const sides = useSides(bench, definition);
  const parameters = bench.route.parameters;
  const after =
    sides.find(({ id }) => id === parameters["to"]) ?? sides.find(({ id }) => id === `text ${version.name}`);
  const before = sides.find(({ id }) => id === parameters["from"]) ?? otherThan(sides, after);
  const found = useMemo(
    () => (before === undefined || after === undefined ? [] : differences(before, after)),
    [before, after],
  );
  if (before === undefined || after === undefined)
    return (
      <EmptyState icon="definitions" title="Nothing to compare yet">
        Install the definition and change it here, or add a second version. The differences that would break existing
        objects are listed here.
      </EmptyState>
    );
  const options = sides.map(({ id, label }) => [id, label] as const);
  return (
    <div className="column fill">
      <div className="kp-body-bar row wrap kp-compare-bar">
        <label className="row">
          <span className="quiet">From</span>
          <Select aria-label="From" options={options} value={before.id} onValue={(from) => show(bench, { from })} />
        </label>
        <label className="row">
          <span className="quiet">to</span>
          <Select aria-label="To" options={options} value={after.id} onValue={(to) => show(bench, { to })} />
        </label>
        <p role="status" className="grow">
          {summary(found)}
        </p>
      </div>
      <div className="fill scroll" tabIndex={0} role="region" aria-label="Differences">
        <DifferenceTable found={found} />
      </div>
    </div>
  );
}

function useSides(bench: Bench, definition: WrittenDefinition): readonly Side[] {
  const { live } = bench;
  return useMemo(() => {
    const isInstalled = live === undefined ? undefined : readDefinition({ ...live, kind: "CustomResourceDefinition" });
    const of = (source: WrittenDefinition, id: string, words: string): readonly Side[] =>
      source.versions.map((version) => ({
        id: `${id} ${version.name}`,
        label: `${version.name}, ${words}`,
        definition: source,
        version,
      }));
    return [
      ...(isInstalled === undefined ? [] : of(isInstalled, "installed", "as installed")),
      ...of(definition, "text", "as written here"),
    ];
  }, [live, definition]);
}

/** Returns the installed definition's version of the same name, otherwise any other side. */
const otherThan = (sides: readonly Side[], after: Side | undefined): Side | undefined =>
  sides.find(
    (side) => side !== after && side.id.startsWith("installed") && side.version.name === after?.version.name,
  ) ?? sides.find((side) => side !== after);

/** Returns the differences of two sides. The definitions are only compared if both sides have the same version. */
const differences = (before: Side, after: Side): readonly Difference[] =>
  [
    ...(before.definition !== after.definition && before.version.name === after.version.name
      ? compareDefinitions(before.definition, after.definition)
      : []),
    ...compareVersions(before.version, after.version),
  ].toSorted((a, b) => ranks[a.kind] - ranks[b.kind]);

const ranks: Readonly<Record<Difference["kind"], number>> = { breaks: 0, loosens: 1, notes: 2 };

const kinds: Readonly<Record<Difference["kind"], readonly ["error" | "added" | "info", string]>> = {
  breaks: ["error", "breaks"],
  loosens: ["added", "loosens"],
  notes: ["info", "note"],
};

function summary(found: readonly Difference[]): string {
  if (found.length === 0) return "No differences that affect objects.";
  const breaks = found.filter(({ kind }) => kind === "breaks").length;
  const rest = found.length - breaks;
  return breaks === 0
    ? `Nothing would break; ${plural(rest, "other difference")}.`
    : `${plural(breaks, "difference")} would break objects or clients${rest === 0 ? "." : `; ${plural(rest, "other")}.`}`;
}

const mostShown = 500;

function DifferenceTable({ found }: { readonly found: readonly Difference[] }) {
  if (found.length === 0)
    return (
      <EmptyState icon="check" title="Nothing would break">
        Objects that were accepted still are, and mean the same.
      </EmptyState>
    );
  return (
    <table className="kp-plain-table" aria-label="Differences">
      <thead>
        <tr>
          <th scope="col">Effect</th>
          <th scope="col">Where</th>
          <th scope="col">What</th>
        </tr>
      </thead>
      <tbody>
        {found.slice(0, mostShown).map(({ kind, path, words }, i) => (
          <tr key={i} data-kind={kind}>
            <td>
              <Badge tone={kinds[kind][0]}>{kinds[kind][1]}</Badge>
            </td>
            <th scope="row">
              <code>{path === "" ? "the definition" : <Breakable path={path} />}</code>
            </th>
            <td>{words}</td>
          </tr>
        ))}
      </tbody>
      {found.length > mostShown ? <caption>and {found.length - mostShown} more</caption> : null}
    </table>
  );
}
