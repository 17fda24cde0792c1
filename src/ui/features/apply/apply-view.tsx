import { useEffect, useMemo, useState, type ReactNode } from "react";
import { managerId, managersOf } from "../../../client/managed-fields.ts";
import { Button, LinkButton } from "../../design/button.tsx";
import { EmptyState, Intro, Note, Skeleton } from "../../design/feedback.tsx";
import { Panes } from "../../design/panes.tsx";
import { Tabs } from "../../design/tabs.tsx";
import { assignTones } from "../../kube/manager-tones.ts";
import { targetOf, type ObjectPath } from "../../kube/resource.ts";
import { copy } from "../../state/copy.ts";
import { linkTo } from "../../platform/address.ts";
import { useMedia } from "../../platform/media.ts";
import { usePage } from "../../state/page.ts";
import { formatRoute, type Route } from "../../state/route.ts";
import { ActorColumn } from "./actor-column.tsx";
import { benchParameters, mostActors, type Bench } from "./bench.ts";
import { liveObjects, type LivePath } from "./live-store.ts";
import { ObjectPane } from "./object-pane.tsx";
import { openLink } from "./open-link.ts";
import { benches } from "./store.ts";
import "../../ownership/ownership.css";
import "./apply.css";

/** The apply bench. `#/apply/new?...` loads manifests or an object onto it. */
export function ApplyView({ route }: { readonly route: Route }) {
  const page = usePage();
  const link = route.parts[1] === "new" ? formatRoute(route) : undefined;
  useEffect(() => {
    if (link !== undefined) void openLink(page, page.route.getState().parameters);
  }, [page, link]);
  return link === undefined ? <BenchView /> : <Skeleton lines={10} />;
}

function BenchView() {
  const bench = benches.use((state) => state.bench);
  const { embed } = usePage();
  const narrow = useMedia(embed === undefined ? "(max-width: 1099px)" : "(max-width: 639px)");
  const paths = usePaths(bench);
  const tones = useTones(bench, paths);
  const [chosen, setChosen] = useState("");
  const path = paths.find((item) => targetOf(item) === chosen) ?? paths[0];
  const object = <ObjectPane paths={paths} path={path} tones={tones} onChoose={setChosen} />;
  const shared = { bench, tones, object };
  return (
    <div className="column fill kp-apply">
      {embed === undefined ? (
        <>
          <BenchBar bench={bench} />
          <Intro>
            Several field managers apply manifests of one object: see who owns each field, and where they conflict.
          </Intro>
        </>
      ) : null}
      {bench.linked === true ? <LinkedNote /> : null}
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

function BenchBar({ bench }: { readonly bench: Bench }) {
  const page = usePage();
  const join = benches.use((state) => state.join);
  const share = () => {
    const route = formatRoute({ parts: ["apply", "new"], parameters: benchParameters(bench) });
    void copy(page, linkTo(route), "Link copied.");
  };
  return (
    <div className="kp-toolbar kp-apply-bar">
      <h2 className="grow">Apply bench</h2>
      <LinkButton size="small" tone="plain" icon="book" href="#/lessons/handover">
        Lesson: hand a field over
      </LinkButton>
      <Button size="small" tone="plain" icon="copy" disabled={bench.actors.length === 0} onClick={share}>
        Copy link
      </Button>
      <Button size="small" icon="plus" disabled={bench.actors.length >= mostActors} onClick={join}>
        Add an actor
      </Button>
    </div>
  );
}

/** Lets the user decide whether the manifests of a link are sent. */
function LinkedNote() {
  const acceptLink = benches.use((state) => state.acceptLink);
  return (
    <div className="pad">
      <Note>
        <div className="row wrap">
          <span className="grow">
            These manifests came with a link. They are not sent to the server until you ask for it.
          </span>
          <Button size="small" onClick={acceptLink}>
            Show what applying would do
          </Button>
        </div>
      </Note>
    </div>
  );
}

interface BenchParts {
  readonly bench: Bench;
  readonly tones: ReadonlyMap<string, number>;
  readonly object: ReactNode;
}

function WideBench({ bench, tones, object }: BenchParts) {
  const actors =
    bench.actors.length === 0 ? (
      <NoActors />
    ) : (
      <div className="kp-actors">
        {bench.actors.map((actor) => (
          <ActorColumn key={actor.id} actor={actor} tones={tones} hidden={false} removable={bench.actors.length > 1} />
        ))}
      </div>
    );
  return (
    <Panes
      id="apply"
      panes={[
        { id: "actors", size: 66, min: 320, content: actors },
        { id: "object", size: 34, min: 240, content: object },
      ]}
    />
  );
}

function NarrowBench({ bench, tones, object }: BenchParts) {
  const [wanted, setWanted] = useState("");
  const outcomes = benches.use((state) => state.outcomes);
  const tabs = [
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
          actor={actor}
          tones={tones}
          hidden={shown !== actor.id}
          removable={bench.actors.length > 1}
        />
      ))}
      {shown === "object" ? object : null}
    </>
  );
}

function NoActors() {
  return (
    <EmptyState icon="apply" title="No actors yet">
      An actor is a field manager with its own manifest. <a href="#/lessons/handover">The lesson</a> shows two of them.
    </EmptyState>
  );
}
