import { useEffect, useMemo, useState, type ReactNode } from "react";
import { managerId, managersOf } from "../../../client/managed-fields.ts";
import { Button, LinkButton } from "../../design/button.tsx";
import { EmptyState, Note, Skeleton } from "../../design/feedback.tsx";
import { Panes } from "../../design/panes.tsx";
import { Tabs } from "../../design/tabs.tsx";
import { assignTones } from "../../kube/manager-tones.ts";
import { targetOf, type ObjectPath } from "../../kube/resource.ts";
import { copyText } from "../../platform/files.ts";
import { useMedia } from "../../platform/media.ts";
import { usePage } from "../../state/page.ts";
import { formatRoute, type Route } from "../../state/route.ts";
import { ActorColumn } from "./actor-column.tsx";
import { benchParameters, mostActors, type Bench, type BenchId } from "./bench.ts";
import { LessonPanel } from "./lesson-panel.tsx";
import { liveObjects, type LivePath } from "./live-store.ts";
import { ObjectPane } from "./object-pane.tsx";
import { openLink } from "./open-link.ts";
import { benches } from "./store.ts";
import "../../ownership/ownership.css";
import "./apply.css";

/**
 * The apply bench. `#/apply` is the user's own bench, `#/apply/handover` runs the lesson, and `#/apply/new?...` loads
 * manifests or an object.
 */
export function ApplyView({ route }: { readonly route: Route }) {
  const page = usePage();
  const link = route.parts[1] === "new" ? formatRoute(route) : undefined;
  useEffect(() => {
    if (link !== undefined) void openLink(page, page.route.getState().parameters);
  }, [page, link]);
  if (link !== undefined) return <Skeleton lines={10} />;
  const id: BenchId = route.parts[1] === "handover" ? "handover" : "own";
  return <BenchView key={id} id={id} />;
}

function BenchView({ id }: { readonly id: BenchId }) {
  const bench = benches.use((state) => state[id]);
  const { embed } = usePage();
  const narrow = useMedia(embed === undefined ? "(max-width: 1099px)" : "(max-width: 639px)");
  const paths = usePaths(bench);
  const tones = useTones(bench, paths);
  const [chosen, setChosen] = useState("");
  const path = paths.find((item) => targetOf(item) === chosen) ?? paths[0];
  const object = <ObjectPane paths={paths} path={path} tones={tones} onChoose={setChosen} />;
  const shared = { id, bench, tones, object };
  return (
    <div className="column fill kp-apply">
      {embed === undefined ? <BenchBar id={id} bench={bench} /> : null}
      {bench.linked === true ? <LinkedNote id={id} /> : null}
      {narrow ? <NarrowBench {...shared} /> : <WideBench {...shared} />}
    </div>
  );
}

/** Returns the objects named by the manifests, and watches them while the bench is open. */
function usePaths(bench: Bench): readonly LivePath[] {
  const page = usePage();
  const readings = benches.use((state) => state.readings);
  const key = JSON.stringify([
    ...new Map(
      bench.actors.flatMap(({ id }) => {
        const reading = readings[id];
        return reading?.kind === "read"
          ? [[targetOf(reading.path), { ...reading.path, kind: reading.resource.kind }] as const]
          : [];
      }),
    ).values(),
  ]);
  const paths = useMemo((): readonly LivePath[] => JSON.parse(key), [key]);
  useEffect(() => liveObjects.of(page).getState().follow(paths), [page, paths]);
  useEffect(() => () => liveObjects.of(page).getState().follow([]), [page]);
  return paths;
}

/** Assigns colours to field managers. Actors keep theirs; other managers get the remaining ones. */
function useTones(bench: Bench, paths: readonly ObjectPath[]): ReadonlyMap<string, number> {
  const objects = liveObjects.use((state) => state.objects);
  return useMemo(() => {
    const wanted = new Map(
      bench.actors.toReversed().map(({ manager, tone }) => [managerId({ manager, operation: "Apply" }), tone] as const),
    );
    const others = paths
      .flatMap((path) => objects[targetOf(path)]?.object ?? [])
      .flatMap((object) => managersOf(object).map((manager) => manager.id));
    return assignTones([...wanted.keys(), ...others], wanted);
  }, [bench, paths, objects]);
}

function BenchBar({ id, bench }: { readonly id: BenchId; readonly bench: Bench }) {
  const page = usePage();
  const join = benches.use((state) => state.join);
  const copy = async () => {
    const address = new URL(formatRoute({ parts: ["apply", "new"], parameters: benchParameters(bench) }), location.href)
      .href;
    page.toasts.add({
      description: (await copyText(address)) ? "Link copied." : "The browser did not allow access to the clipboard.",
    });
  };
  return (
    <div className="kp-toolbar kp-apply-bar">
      <h2>Apply bench</h2>
      <nav className="row grow" aria-label="Benches">
        <LinkButton size="small" tone="plain" href="#/apply" aria-current={id === "own" ? "page" : undefined}>
          My bench
        </LinkButton>
        <LinkButton
          size="small"
          tone="plain"
          href="#/apply/handover"
          aria-current={id === "handover" ? "page" : undefined}
        >
          Lesson: handover
        </LinkButton>
      </nav>
      <Button size="small" tone="plain" icon="copy" disabled={bench.actors.length === 0} onClick={() => void copy()}>
        Copy link
      </Button>
      {id === "own" ? (
        <Button size="small" icon="plus" disabled={bench.actors.length >= mostActors} onClick={() => join(id)}>
          Add an actor
        </Button>
      ) : null}
    </div>
  );
}

/** Lets the user decide whether the manifests of a link are sent. */
function LinkedNote({ id }: { readonly id: BenchId }) {
  const acceptLink = benches.use((state) => state.acceptLink);
  return (
    <div className="pad">
      <Note>
        <div className="row wrap">
          <span className="grow">
            These manifests came with a link. They are not sent to the server until you ask for it.
          </span>
          <Button size="small" onClick={() => acceptLink(id)}>
            Show what applying would do
          </Button>
        </div>
      </Note>
    </div>
  );
}

interface BenchParts {
  readonly id: BenchId;
  readonly bench: Bench;
  readonly tones: ReadonlyMap<string, number>;
  readonly object: ReactNode;
}

function WideBench({ id, bench, tones, object }: BenchParts) {
  const actors =
    bench.actors.length === 0 ? (
      <NoActors id={id} />
    ) : (
      <div className="kp-actors">
        {bench.actors.map((actor) => (
          <ActorColumn
            key={actor.id}
            bench={id}
            actor={actor}
            tones={tones}
            hidden={false}
            removable={id === "own" && bench.actors.length > 1}
          />
        ))}
      </div>
    );
  const lesson = { id: "lesson", size: 24, min: 220, content: <LessonPanel bench={bench} /> };
  return (
    <Panes
      id="apply"
      panes={[
        ...(id === "handover" ? [lesson] : []),
        { id: "actors", size: id === "handover" ? 48 : 66, min: 320, content: actors },
        { id: "object", size: id === "handover" ? 28 : 34, min: 240, content: object },
      ]}
    />
  );
}

function NarrowBench({ id, bench, tones, object }: BenchParts) {
  const [wanted, setWanted] = useState<string>(id === "handover" ? "lesson" : "");
  const outcomes = benches.use((state) => state.outcomes);
  const fixed = id === "handover" ? [{ id: "lesson", label: "Lesson" }] : [];
  const tabs = [
    ...fixed,
    ...bench.actors.map((actor) => ({
      id: actor.id,
      label: `${actor.manager === "" ? "somebody" : actor.manager}${outcomes[actor.id]?.kind === "conflict" ? " ✗" : ""}`,
    })),
    { id: "object", label: "Object" },
  ];
  const shown = tabs.some((tab) => tab.id === wanted) ? wanted : (tabs[0]?.id ?? "object");
  return (
    <>
      <Tabs label="Parts of the bench" items={tabs} value={shown} onValue={setWanted} />
      {bench.actors.map((actor) => (
        <ActorColumn
          key={actor.id}
          bench={id}
          actor={actor}
          tones={tones}
          hidden={shown !== actor.id}
          removable={id === "own" && bench.actors.length > 1}
        />
      ))}
      {shown === "lesson" ? (
        <LessonPanel
          bench={bench}
          onActor={(manager) => setWanted(bench.actors.find((actor) => actor.manager === manager)?.id ?? shown)}
        />
      ) : null}
      {shown === "object" ? object : null}
    </>
  );
}

function NoActors({ id }: { readonly id: BenchId }) {
  if (id === "handover")
    return (
      <EmptyState icon="apply" title="Two managers, one field">
        Actors join during the lesson, each with its own manifest. Dry runs show what each of them would gain, lose or
        conflict over.
      </EmptyState>
    );
  return (
    <EmptyState icon="apply" title="No actors yet">
      An actor is a field manager with its own manifest. <a href="#/apply/handover">The lesson</a> shows two of them.
    </EmptyState>
  );
}
