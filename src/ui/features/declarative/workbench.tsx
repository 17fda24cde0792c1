import { useMemo } from "react";
import type { Release } from "../../../declarative-validation/generator/context.ts";
import type { TagSource } from "../../../declarative-validation/generator/validations.ts";
import { CodeEditor } from "../../code/code-editor.tsx";
import { plural } from "../../data/words.ts";
import { Button, LinkButton } from "../../design/button.tsx";
import { Select } from "../../design/field.tsx";
import { navigate, withParameters, type Route } from "../../state/route.ts";
import { useLineMarks } from "../../texts/use-line-marks.ts";
import { TextPane } from "../../workbench/text-pane.tsx";
import { ViewTabs, Workbench, WorkbenchBar } from "../../workbench/workbench.tsx";
import { FixtureResults } from "./fixture-results.tsx";
import { goAssist } from "./go-assist.ts";
import { labDrafts } from "./lab-store.ts";
import { TwinTab } from "./twin-tab.tsx";
import { useLab, type Lab } from "./use-lab.ts";

/** Where the lab begins. */
export interface LabSource {
  /** The name under which changes are kept. */
  readonly place: string;
  readonly title: string;
  readonly source: string;
  /** The fixtures as YAML. */
  readonly fixtures: string;
  readonly release: Release;
  /** The type that fixtures are of. */
  readonly type?: string;
  /** What the documentation says, and what the generator does otherwise. */
  readonly words?: { readonly statement: string; readonly differs?: string | undefined } | undefined;
  readonly links?: readonly { readonly label: string; readonly href: string }[];
}

const releases = [
  ["1.34", "generator of v1.34"],
  ["1.35", "generator of v1.35"],
] as const;

const tabs = [
  { id: "fixtures", label: "Fixtures" },
  { id: "twin", label: "CEL twin" },
] as const;

/** The lab: Go types with tags, fixtures with their errors, and the same rules as a definition. */
export function DeclarativeWorkbench({ from, route }: { readonly from: LabSource; readonly route: Route }) {
  const draft = labDrafts.use((state) => state.drafts[from.place]);
  const edit = labDrafts.use((state) => state.edit);
  const source = draft?.source ?? from.source;
  const fixtures = draft?.fixtures ?? from.fixtures;
  const release = route.parameters["release"] === "1.35" ? "1.35" : (from.release satisfies Release);
  const assist = useMemo(() => goAssist(release), [release]);
  const lab = useLab(source, fixtures, release, from.type);
  const { problems, validators } = lab.generated;
  const lines = useLineMarks(problems);
  const onTag = ({ line }: TagSource): void => lines.marks.goTo(line - 1);
  const types = (
    <TextPane
      label="Go types"
      language="go"
      value={source}
      placeholder="Go types with +k8s: tags"
      onValue={(next) => edit(from.place, { source: next })}
      assist={assist}
      check={{ kind: validators === undefined ? "refused" : "accepted", problems }}
      {...lines}
    />
  );
  const views = (
    <section className="column fill" aria-label="Validation">
      <ViewTabs label="Views of the rules" route={route} items={tabs} first="fixtures">
        {(tab) =>
          tab === "twin" ? (
            <TwinTab source={source} release={release} lab={lab} onTag={onTag} />
          ) : (
            <FixturesTab place={from.place} fixtures={fixtures} lab={lab} onTag={onTag} />
          )
        }
      </ViewTabs>
    </section>
  );
  return (
    <Workbench
      id="declarative"
      label="Declarative validation lab"
      bar={<LabBar from={from} lab={lab} release={release} route={route} />}
      text={types}
      views={(text) =>
        text === undefined ? (
          views
        ) : (
          <div className="column fill scroll">
            {text}
            {views}
          </div>
        )
      }
    >
      <Words from={from} />
    </Workbench>
  );
}

function LabBar({
  from,
  lab,
  release,
  route,
}: {
  readonly from: LabSource;
  readonly lab: Lab;
  readonly release: Release;
  readonly route: Route;
}) {
  const forget = labDrafts.use((state) => state.forget);
  return (
    <WorkbenchBar
      home={{ label: "Tags", href: "#/declarative" }}
      title={from.title}
      status={inShort(lab)}
      isError={lab.generated.validators === undefined}
    >
      {(from.links ?? []).map(({ label, href }) => (
        <LinkButton key={href} tone="plain" size="small" href={href}>
          {label}
        </LinkButton>
      ))}
      <Select
        aria-label="Release of the generator"
        options={releases}
        value={release}
        onValue={(next) => navigate(withParameters(route, { release: next }), true)}
      />
      <Button tone="plain" size="small" onClick={() => forget(from.place)}>
        Start over
      </Button>
    </WorkbenchBar>
  );
}

function inShort({ generated, results, type }: Lab): string {
  if (generated.validators === undefined) return "The types are refused.";
  const { types } = generated.validators;
  if (types.length === 0) return "No type has rules.";
  const refused = results?.filter(({ errors }) => errors.length > 0).length ?? 0;
  const fixtures = results === undefined ? "" : ` ${refused} of ${plural(results.length, "fixture")} refused.`;
  return `Validators for ${type === "" ? types.join(", ") : type}.${fixtures}`;
}

function Words({ from: { words } }: { readonly from: LabSource }) {
  if (words === undefined) return null;
  return (
    <div className="kp-bench-words">
      <p>
        <strong>Documented:</strong> {words.statement}
      </p>
      {words.differs === undefined ? null : (
        <p>
          <strong>The generator:</strong> {words.differs}
        </p>
      )}
    </div>
  );
}

function FixturesTab({
  place,
  fixtures,
  lab,
  onTag,
}: {
  readonly place: string;
  readonly fixtures: string;
  readonly lab: Lab;
  readonly onTag: (source: TagSource) => void;
}) {
  const edit = labDrafts.use((state) => state.edit);
  return (
    <div className="column fill kp-declarative-fixtures">
      <CodeEditor
        label="Fixtures"
        language="yaml"
        value={fixtures}
        placeholder="- name: an object&#10;  operation: create&#10;  object: {}"
        onValue={(next) => edit(place, { fixtures: next })}
      />
      <div className="fill scroll" tabIndex={0} role="region" aria-label="What becomes of the fixtures">
        <FixtureResults lab={lab} onTag={onTag} />
      </div>
    </div>
  );
}
