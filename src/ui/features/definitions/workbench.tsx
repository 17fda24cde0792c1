import { memo, type ReactNode } from "react";
import type { DefinitionLesson } from "../../../scenarios/definitions/definition-lesson.ts";
import { Button, LinkButton } from "../../design/button.tsx";
import { EmptyState } from "../../design/feedback.tsx";
import { Select } from "../../design/field.tsx";
import { ActionMenu } from "../../design/menu.tsx";
import type { TabItem } from "../../design/tabs.tsx";
import { saveText } from "../../platform/files.ts";
import { useNarrow } from "../../platform/media.ts";
import { isReadOnly, usePage } from "../../state/page.ts";
import type { Route } from "../../state/route.ts";
import { FileDrop } from "../../workbench/file-drop.tsx";
import { ViewTabs, Workbench, WorkbenchBar } from "../../workbench/workbench.tsx";
import { isInstalledAsWritten, stateInWords, useBench, type Bench } from "./bench.ts";
import { install, openDropped, openFile, show } from "./bench-actions.ts";
import { CompareTab } from "./compare-tab.tsx";
import { ConversionTab } from "./conversion-tab.tsx";
import { drafts } from "./draft-store.ts";
import { ExamplesTab } from "./examples-tab.tsx";
import { FixturesTab } from "./fixtures-tab.tsx";
import { LessonTab } from "./lesson-tab.tsx";
import { useLineMarks } from "../../texts/use-line-marks.ts";
import { SchemaTab } from "./schema-tab.tsx";
import { DefinitionText } from "./definition-text.tsx";

type TabId = "lesson" | "schema" | "examples" | "fixtures" | "compare" | "conversion";

export interface WorkbenchProps {
  readonly place: string;
  /** The initial text. */
  readonly source: string;
  readonly route: Route;
  readonly lesson?: DefinitionLesson;
}

/** The workbench of one definition: its text, the server's response, and the analyses available before installation. */
export function DefinitionWorkbench({ place, source, route, lesson }: WorkbenchProps) {
  const page = usePage();
  const { bench, text } = useBench(place, source, route);
  const lines = useLineMarks(bench.check.problems);
  return (
    <FileDrop words="Drop a file to open it" onFiles={(files) => void openDropped(page, files)}>
      <Workbench
        id="definition"
        label="Definition workbench"
        bar={<BenchBar bench={bench} text={text} isDraft={route.parts[1] !== "own"} />}
        text={<DefinitionText bench={bench} text={text} {...lines} />}
        views={(within) => <Views bench={bench} lesson={lesson} text={within} />}
      />
    </FileDrop>
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
      home={{ label: "Definitions", href: "#/definitions" }}
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
      {isReadOnly(page) ? null : (
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
  return (
    <ViewTabs
      route={bench.route}
      items={tabItems(lesson !== undefined, bench)}
      first="schema"
      text={text}
      problems={bench.check.problems.length}
      end={narrow ? undefined : <VersionSelect bench={bench} />}
    >
      {(tab) => <View tab={tab} bench={bench} lesson={lesson} />}
    </ViewTabs>
  );
});

const tabItems = (hasLesson: boolean, { definition }: Bench): readonly TabItem<TabId>[] => [
  ...(hasLesson ? [{ id: "lesson" as const, label: "Lesson" }] : []),
  { id: "schema", label: "Schema" },
  { id: "examples", label: "Examples" },
  { id: "fixtures", label: "Fixtures" },
  { id: "compare", label: "Compare" },
  ...((definition?.versions.length ?? 0) > 0 ? [{ id: "conversion" as const, label: "Conversion" }] : []),
];

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
  readonly tab: TabId;
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
