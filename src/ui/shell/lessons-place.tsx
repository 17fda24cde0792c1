import { useEffect } from "react";
import { Skeleton, EmptyState } from "../design/feedback.tsx";
import { deferred } from "../design/deferred.tsx";
import type { Lesson, Step } from "../../lessons/lesson.ts";
import { LessonsView } from "../features/lessons/lessons-view.tsx";
import { ObjectSide } from "../features/lessons/object-side.tsx";
import type { SideView, SideViewProps } from "../features/lessons/side-views.ts";
import { watchTargetOf } from "../features/lessons/watch-target.ts";
import { LogView } from "../features/log/log-view.tsx";
import { senderOf } from "../features/log/store.ts";
import { watches } from "../features/watches/store.ts";
import { WatchPaneView } from "../features/watches/watch-pane.tsx";
import "../features/watches/watches.css";
import { withParameters, type Route } from "../state/route.ts";
import { serverTraces } from "../state/traces.ts";

const traceDetail = deferred(
  async () => (await import("../features/log/trace-detail.tsx")).TraceDetail,
  <Skeleton lines={6} />,
);

const tabbedTerminal = deferred(
  async () => (await import("../features/terminal/terminal-view.tsx")).TabbedTerminal,
  <Skeleton lines={6} />,
);

const worldView = deferred(
  async () => (await import("../features/world/world-view.tsx")).WorldView,
  <Skeleton lines={6} />,
);

const raceBench = deferred(
  async () => (await import("../features/races/race-bench.tsx")).RaceBench,
  <Skeleton lines={6} />,
);

const watchLab = deferred(
  async () => (await import("../features/watches/lab/lab-view.tsx")).WatchLabView,
  <Skeleton lines={6} />,
);

// oxfmt-ignore
const views: readonly SideView[] = [
  { id: "requests", label: "Requests", chosenBy: ["log"], View: Requests },
  { id: "stages", label: "Last request", chosenBy: ["cel", "definition", "policy"], View: LastRequest },
  { id: "object", label: "Object", chosenBy: ["ownership"], View: ObjectSide },
  { id: "terminal", label: "Terminal", chosenBy: ["terminal"], View: Terminal },
  { id: "world", label: "World", chosenBy: ["world"], View: World, fits: ({ lesson }) => Array.isArray(lesson.server.controllers) },
  { id: "race", label: "Race lab", chosenBy: [], View: Race, fits: ({ lesson }) => stepOf(lesson, "race") !== undefined },
  { id: "watch-lab", label: "Watch lab", chosenBy: [], View: WatchLab, fits: ({ lesson }) => stepOf(lesson, "watch-lab") !== undefined },
  { id: "watch", label: "Watch", chosenBy: ["watch"], View: Watch, fits: ({ lesson }) => watchTargetOf(lesson) !== undefined },
];

/** Creates the view of the lessons, with the page's views of a lesson's server. `labelOf` returns a place's label. */
export const createLessonsPlace =
  (labelOf: (place: string) => string) =>
  ({ route }: { readonly route: Route }) => <LessonsView route={route} views={views} label={labelOf} />;

/** The lesson's requests. The one that the address names is shown instead, with its stages. */
function Requests({ route }: SideViewProps) {
  return <LogView chosen={route.parameters["trace"]} hrefOf={(trace) => withParameters(route, { trace })} isSlim />;
}

/** What the server did with the last request of a step: the stages, the rules that were evaluated, the change. */
function LastRequest({ route }: SideViewProps) {
  const trace = serverTraces.use(({ traces }) =>
    traces.findLast((one) => senderOf(one) === "client" && !one.streaming),
  );
  if (trace === undefined)
    return (
      <EmptyState icon="requests" title="No request yet">
        What the server does with the request of a step appears here: its stages, the rules that are evaluated, and what
        is changed.
      </EmptyState>
    );
  return <traceDetail.View key={trace.requestId} trace={trace} hrefOf={(id) => withParameters(route, { trace: id })} />;
}

/** A terminal of the reader's own on the lesson's server, with the files that the lesson's steps write. */
function Terminal(_props: SideViewProps) {
  return <tabbedTerminal.View />;
}

/** The objects of the lesson as a tree of owners, where controllers make some of them. */
function World({ route }: SideViewProps) {
  return <worldView.View route={route} isSlim />;
}

/** A watch beside the lesson, from the beginning: what the lesson's own watch is told, and what it is not. */
function Watch({ session, world }: SideViewProps) {
  const target = watchTargetOf(session.lesson);
  const panes = watches.use((state) => state.panes);
  useEffect(() => {
    if (target !== undefined) watches.of(world.page).getState().open(target);
  }, [world, target]);
  return panes.map((pane) => <WatchPaneView key={pane.id} pane={pane} isKept />);
}

/** The first step of a lesson that runs a lab. */
const stepOf = ({ steps }: Lesson, kind: "race" | "watch-lab"): Step | undefined =>
  steps.find(({ action }) => action.kind === kind);

/** The race lab with the race of the step that the reader has opened it from, or of the first one. */
function Race({ session: { lesson }, route }: SideViewProps) {
  const step = lesson.steps[Number(route.parameters["lab"]) - 1] ?? stepOf(lesson, "race");
  if (step === undefined) return null;
  const from = { place: `lesson/${step.index}`, title: lesson.title, text: step.source };
  return <raceBench.View key={from.place} from={from} route={route} />;
}

/** The watch lab with the story of the lesson. */
function WatchLab({ session: { lesson }, route }: SideViewProps) {
  const step = lesson.steps[Number(route.parameters["lab"]) - 1] ?? stepOf(lesson, "watch-lab");
  const preset = step?.action.kind === "watch-lab" ? step.action.story.preset : undefined;
  const parameters = { ...(preset !== undefined && { preset }), ...route.parameters };
  return <watchLab.View route={{ ...route, parameters }} />;
}
