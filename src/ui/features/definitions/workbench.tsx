import { memo, type ReactNode } from "react";
import type { DefinitionLesson } from "../../../scenarios/definitions/definition-lesson.ts";
import { Button, LinkButton } from "../../design/button.tsx";
import { EmptyState } from "../../design/feedback.tsx";
import { Select } from "../../design/field.tsx";
import { ActionMenu } from "../../design/menu.tsx";
import { Panes } from "../../design/panes.tsx";
import { Tabs, type TabItem } from "../../design/tabs.tsx";
import { WorkbenchBar } from "../../design/workbench-bar.tsx";
import { useNarrow } from "../../platform/media.ts";
import { usePage } from "../../state/page.ts";
import type { Route } from "../../state/route.ts";
import { isInstalledAsWritten, stateInWords, useBench, type Bench } from "./bench.ts";
import { install, openFile, saveText, show } from "./bench-actions.ts";
import { CompareTab } from "./compare-tab.tsx";
import { ConversionTab } from "./conversion-tab.tsx";
import { drafts } from "./draft-store.ts";
import { DropZone } from "./drop-zone.tsx";
import { ExamplesTab } from "./examples-tab.tsx";
import { FixturesTab } from "./fixtures-tab.tsx";
import { LessonTab } from "./lesson-tab.tsx";
import { useLineMarks } from "../../texts/use-line-marks.ts";
import { SchemaTab } from "./schema-tab.tsx";
import { TextPane } from "./text-pane.tsx";

type TabId = "text" | "lesson" | "schema" | "examples" | "fixtures" | "compare" | "conversion";

export interface WorkbenchProps {
  readonly place: string;
  /** The initial text. */
  readonly source: string;
  readonly route: Route;
  readonly lesson?: DefinitionLesson;
}

/** The workbench of one definition: its text, the server's response, and the analyses available before installation. */
export function Workbench({ place, source, route, lesson }: WorkbenchProps) {
  const narrow = useNarrow();
  const { bench, text: written } = useBench(place, source, route);
  const { host, marks } = useLineMarks(bench.check.problems);
  const text = <TextPane bench={bench} text={written} marks={marks} host={host} />;
  return (
    <DropZone>
      <section className="column fill kp-bench" aria-label="Definition workbench">
        <BenchBar bench={bench} text={written} isDraft={route.parts[1] !== "own"} />
        {narrow ? (
          <Views bench={bench} lesson={lesson} text={text} />
        ) : (
          <Panes
            id="definition"
            panes={[
              { id: "text", size: 42, min: 260, content: text },
              { id: "views", size: 58, min: 360, content: <Views bench={bench} lesson={lesson} text={undefined} /> },
            ]}
          />
        )}
      </section>
    </DropZone>
  );
}

function BenchBar({
  bench,
  text,
  isDraft,
}: {
  readonly bench: Bench;
  readonly text: string;
  readonly isDraft: boolean;
}) {
  const page = usePage();
  const narrow = useNarrow();
  const { definition, check, live, place } = bench;
  const forget = drafts.use((state) => state.forget);
  const done = isInstalledAsWritten(bench);
  const name = definition?.name ?? "";
  return (
    <WorkbenchBar
      home={page.embed === undefined ? { label: "Definitions", href: "#/definitions" } : undefined}
      title={name === "" ? "New definition" : name}
      status={stateInWords(bench)}
      isError={check.kind === "refused" || check.kind === "unreadable"}
    >
      {live !== undefined && definition !== undefined ? (
        <LinkButton
          size="small"
          icon="objects"
          href={`#/objects/${definition.group}/${bench.version?.name ?? "v1"}/${definition.plural}`}
        >
          Objects
        </LinkButton>
      ) : null}
      {narrow ? <VersionSelect bench={bench} /> : null}
      {page.embed?.readOnly === true ? null : (
        <Button tone="primary" disabled={check.kind !== "accepted" || done} onClick={() => void install(page, bench)}>
          {live === undefined ? "Install" : "Update"}
        </Button>
      )}
      {page.embed === undefined ? (
        <ActionMenu
          trigger={<Button tone="plain" icon="more" className="kp-icon-button" aria-label="More" />}
          entries={[
            { label: "Open a file", icon: "upload", onSelect: () => void openFile(page) },
            {
              label: "Save as a file",
              icon: "download",
              onSelect: () => saveText(`${name === "" ? "definition" : name}.yaml`, text),
            },
            {
              label: isDraft ? "Discard my changes" : "Start with an empty text",
              icon: "clear",
              tone: "danger",
              onSelect: () => forget(place),
            },
          ]}
        />
      ) : null}
    </WorkbenchBar>
  );
}

interface ViewsProps {
  readonly bench: Bench;
  readonly lesson: DefinitionLesson | undefined;
  /** The text as one of the views, if there is no room beside them. */
  readonly text: ReactNode;
}

const Views = memo(({ bench, lesson, text }: ViewsProps) => {
  const narrow = useNarrow();
  const items = tabItems(lesson !== undefined, text !== undefined, bench);
  const wanted = bench.route.parameters["tab"];
  const tab = items.find(({ id }) => id === wanted)?.id ?? (text === undefined ? "schema" : "text");
  return (
    <div className="column fill">
      <Tabs
        label="View"
        items={items}
        value={tab}
        onValue={(next) => show(bench, { tab: next })}
        end={narrow ? undefined : <VersionSelect bench={bench} />}
      />
      {tab === "text" ? text : <View tab={tab} bench={bench} lesson={lesson} />}
    </div>
  );
});

function tabItems(hasLesson: boolean, hasText: boolean, { check, definition }: Bench): readonly TabItem<TabId>[] {
  const rest: readonly TabItem<TabId>[] = [
    { id: "schema", label: "Schema" },
    { id: "examples", label: "Examples" },
    { id: "fixtures", label: "Fixtures" },
    { id: "compare", label: "Compare" },
    ...((definition?.versions.length ?? 0) > 1 ? [{ id: "conversion" as const, label: "Conversion" }] : []),
  ];
  const problems = check.problems.length === 0 ? {} : { count: check.problems.length };
  return [
    ...(hasText ? [{ id: "text" as const, label: "Text", ...problems }] : []),
    ...(hasLesson ? [{ id: "lesson" as const, label: "Lesson" }] : []),
    ...rest,
  ];
}

function VersionSelect({ bench }: { readonly bench: Bench }) {
  const { definition, version } = bench;
  if (definition === undefined || version === undefined || definition.versions.length < 2) return null;
  return (
    <Select
      aria-label="Version"
      style={{ width: 110 }}
      options={definition.versions.map(({ name, storage }) => [name, storage ? `${name} (stored)` : name] as const)}
      value={version.name}
      onValue={(v) => show(bench, { v, n: undefined })}
    />
  );
}

function View({
  tab,
  bench,
  lesson,
}: {
  readonly tab: Exclude<TabId, "text">;
  readonly bench: Bench;
  readonly lesson: DefinitionLesson | undefined;
}) {
  const { definition, version } = bench;
  if (tab === "lesson" && lesson !== undefined) return <LessonTab lesson={lesson} bench={bench} />;
  if (definition === undefined || version === undefined)
    return (
      <EmptyState icon="definitions" title="No definition yet">
        Its schema is shown once the text has a CustomResourceDefinition with a version.
      </EmptyState>
    );
  const shown = { bench, definition, version };
  switch (tab) {
    case "lesson":
    case "schema":
      return <SchemaTab key={version.name} {...shown} />;
    case "examples":
      return <ExamplesTab key={version.name} {...shown} />;
    case "fixtures":
      return <FixturesTab lesson={lesson} {...shown} />;
    case "compare":
      return <CompareTab {...shown} />;
    case "conversion":
      return <ConversionTab {...shown} />;
  }
}
