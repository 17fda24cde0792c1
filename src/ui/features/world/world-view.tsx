import { useDeferredValue, useEffect, useMemo, useState, type ComponentType, type ReactNode } from "react";
import { plural } from "../../data/words.ts";
import { LinkButton } from "../../design/button.tsx";
import { EmptyState, Skeleton } from "../../design/feedback.tsx";
import type { Anchor } from "../../design/menu.tsx";
import { Panes } from "../../design/panes.tsx";
import { Tabs } from "../../design/tabs.tsx";
import { addressOf, pathOfAddress, targetOf, type ObjectPath } from "../../kube/resource.ts";
import { useMedium, useNarrow } from "../../platform/media.ts";
import { StatusNote } from "../../shared/status-note.tsx";
import { usePage } from "../../state/page.ts";
import { formatRoute, navigate, withParameters, type Route } from "../../state/route.ts";
import { BreakBar } from "./break-bar.tsx";
import { NodeMap } from "./node-map-view.tsx";
import { podsOf } from "./node-map.ts";
import { TimeControls } from "./time-controls.tsx";
import { fitting, isInNamespace, levels, narrows } from "./world-filter.ts";
import { WorldFilters } from "./world-filters.tsx";
import { WorldFooter } from "./world-footer.tsx";
import { isWorkload, keyOf, pathOf, type WorldObject } from "./world-kinds.ts";
import { WorldMenu } from "./world-menu.tsx";
import { world } from "./world-store.ts";
import { WorldTree } from "./world-tree-view.tsx";
import "./world.css";

/** Shows an object beside the world. */
export type WorldDetails = ComponentType<{ readonly path: ObjectPath; readonly onClose: () => void }>;

export interface WorldViewProps {
  readonly route: Route;
  /** Without it, objects are opened in their own view. */
  readonly Details?: WorldDetails | undefined;
  /** What stands above the world. */
  readonly intro?: ReactNode;
  /** Whether it stands beside something else, and is a list at first. */
  readonly isSlim?: boolean;
}

/**
 * The living world: nodes as boxes with their pods, and a tree of all objects. Address: `#/world`, with `?ns=NAMESPACE`
 * for a namespace and `?open=GROUP/VERSION/RESOURCE/NAMESPACE/NAME` for an object beside it.
 */
export function WorldView({ route, Details, intro, isSlim = false }: WorldViewProps) {
  const page = usePage();
  useEffect(() => world.of(page).getState().attend(), [page]);
  const isListed = world.use((state) => state.isListed);
  const refused = world.use((state) => state.refused);
  const hasObjects = world.use((state) => state.objects.length > 0);
  const narrow = world.use((state) => state.narrow);
  const asked = route.parameters["ns"];
  useEffect(() => (asked === undefined ? undefined : narrow({ namespace: asked })), [asked, narrow]);
  const isNarrow = useNarrow();
  const isCovered = isNarrow && Details !== undefined && route.parameters["open"] !== undefined;
  return (
    <section className="column fill kp-world" aria-label="World" data-covered={isCovered ? "" : undefined}>
      {isCovered ? null : <Bars intro={intro} />}
      {refused === undefined ? null : (
        <div className="pad">
          <StatusNote status={refused} />
        </div>
      )}
      {hasObjects || (!isListed && refused === undefined) ? (
        <WorldPanes route={route} Details={Details} isSlim={isSlim} />
      ) : isListed ? (
        <EmptyState icon="world" title="Nothing here yet">
          {hint}
        </EmptyState>
      ) : null}
      {page.embed === undefined && !isCovered ? <WorldFooter /> : null}
    </section>
  );
}

/** What stands above the world, unless an object takes all the room. */
function Bars({ intro }: Pick<WorldViewProps, "intro">) {
  const page = usePage();
  return (
    <>
      {intro}
      <div className="kp-toolbar row wrap">
        <WorldFilters />
        <span className="grow" />
        <TimeControls />
      </div>
      {page.embed?.readOnly === true ? null : <BreakBar />}
    </>
  );
}

const hint = "Create a Deployment, and watch what becomes of it. Pods run on simulated nodes, which you can add.";

/** The address of the world with an object beside it. */
export const worldAddress = (path: ObjectPath): string =>
  formatRoute({ parts: ["world"], parameters: { open: shortAddress(path) } });

const shortAddress = (path: ObjectPath): string => addressOf(path).slice("#/objects/".length);

const none: readonly WorldObject[] = [];

interface Menu {
  readonly key: string;
  readonly at: Anchor;
}

/** The map, the tree and the open object, beside each other as far as there is room. */
function WorldPanes({
  route,
  Details,
  isSlim,
}: Required<Pick<WorldViewProps, "route" | "isSlim">> & Pick<WorldViewProps, "Details">) {
  const { filter, selected, change, ...state } = world.use((each) => each);
  // Of many objects, the tree and the map are drawn in pieces, and what is typed or clicked comes between them.
  const objects = useDeferredValue(state.objects, none);
  const onMap = useDeferredValue(state.onMap, none);
  const [menu, setMenu] = useState<Menu | undefined>(undefined);
  const { open, openPath, close, chosen } = useOpened(route, Details);
  const shown = useMemo(() => onMap.filter((one) => isInNamespace(filter, one)), [onMap, filter]);
  const fits = useMemo(() => (narrows(filter) ? fitting(filter) : undefined), [filter]);
  const lit = useMemo(() => podsOf(selected, shown), [selected, shown]);
  const openMenu = (key: string, at: Anchor): void => {
    change({ selected: key });
    setMenu({ key, at });
  };
  const isBare = useMemo(() => objects.every(({ kind }) => !isWorkload(kind.kind)), [objects]);
  const isVacant = useMemo(
    () => onMap.length > 0 && onMap.every(({ kind }) => kind.kind !== "Node" && kind.kind !== "Pod"),
    [onMap],
  );
  const asked = menu && objects.find((one) => keyOf(one) === menu.key);
  // The panes are there before the objects are, so that a frame has only the one or the other to draw.
  const tree =
    objects.length === 0 ? (
      <Skeleton lines={8} />
    ) : (
      <WorldTree objects={objects} onOpen={open} onMenu={openMenu} isBare={isBare} hint={hint} />
    );
  const map = isVacant ? (
    <EmptyState icon="world" title="No nodes yet">
      Pods run on simulated nodes, of which there are none.
    </EmptyState>
  ) : (
    <NodeMap objects={shown} fits={fits} selected={selected} lit={lit} onOpen={open} onMenu={openMenu} />
  );
  const details = Details !== undefined && openPath !== undefined && <Details path={openPath} onClose={close} />;
  return (
    <>
      <Words />
      <Arrangement tree={tree} map={map} details={details || undefined} isSlim={isSlim} onClose={close} />
      {asked === undefined || menu === undefined ? null : (
        <WorldMenu one={asked} at={menu.at} onOpen={() => open(menu.key)} onClose={() => setMenu(undefined)} />
      )}
      {Details === undefined && chosen !== undefined ? (
        <div className="kp-world-chosen row">
          <LinkButton size="small" icon="objects" href={addressOf(pathOf(chosen))}>
            Open {chosen.object.metadata.name}
          </LinkButton>
        </div>
      ) : null}
    </>
  );
}

/** The object that the address opens, and the one that is selected; where there are no details, opening selects. */
function useOpened(route: Route, Details: WorldDetails | undefined) {
  const objects = world.use((state) => state.objects);
  const selected = world.use((state) => state.selected);
  const change = world.use((state) => state.change);
  const address = route.parameters["open"];
  const openPath = useMemo(() => pathOfAddress((address ?? "").split("/").map(decodeURIComponent)), [address]);
  const opened = openPath === undefined ? "" : targetOf(openPath);
  const found = useMemo(
    () => (opened === "" ? undefined : objects.find((one) => targetOf(pathOf(one)) === opened)),
    [objects, opened],
  );
  const foundKey = found === undefined ? "" : keyOf(found);
  useEffect(() => (foundKey === "" ? undefined : change({ selected: foundKey })), [foundKey, change]);
  return {
    openPath,
    chosen: objects.find((one) => keyOf(one) === selected),
    open(key: string): void {
      change({ selected: key });
      const one = objects.find((each) => keyOf(each) === key);
      if (one !== undefined && Details !== undefined)
        navigate(withParameters(route, { open: shortAddress(pathOf(one)), tab: undefined }));
    },
    close: () => navigate(withParameters(route, { open: undefined, tab: undefined })),
  };
}

interface ArrangementProps {
  readonly tree: ReactNode;
  readonly map: ReactNode;
  readonly details: ReactNode | undefined;
  readonly isSlim: boolean;
  readonly onClose: () => void;
}

function Arrangement({ tree, map, details, isSlim, onClose }: ArrangementProps) {
  const isNarrow = useNarrow() || isSlim;
  const isMedium = useMedium();
  const { embed } = usePage();
  const [part, setPart] = useState<"map" | "list">(isSlim || embed !== undefined ? "list" : "map");
  const one = (
    <div className="column fill">
      <Tabs
        label="Form of the world"
        items={[
          { id: "map", label: "Map" },
          { id: "list", label: "List" },
        ]}
        value={part}
        onValue={setPart}
      />
      {part === "map" ? map : tree}
    </div>
  );
  if (isNarrow && details === undefined) return one;
  if (isNarrow)
    return (
      <div className="column fill kp-narrow">
        <nav className="kp-up" aria-label="Up">
          <a href="#/world" onClick={(event) => (event.preventDefault(), onClose())}>
            ‹ World
          </a>
        </nav>
        {details}
      </div>
    );
  const object = { id: "world-object", size: isMedium ? 58 : 44, min: 300, content: details };
  if (isMedium && details !== undefined)
    return <Panes id="world" panes={[{ id: "world-one", size: 42, min: 260, content: one }, object]} />;
  return (
    <Panes
      id="world"
      panes={[
        { id: "world-tree", size: details === undefined ? 36 : 26, min: 260, content: tree },
        { id: "world-map", size: details === undefined ? 64 : 30, min: 252, content: map },
        ...(details === undefined ? [] : [object]),
      ]}
    />
  );
}

/** The map in words, for screen readers. */
function Words() {
  const objects = world.use((state) => state.inBars);
  const filter = world.use((state) => state.filter);
  const words = useMemo(() => inWords(objects.filter((one) => isInNamespace(filter, one))), [objects, filter]);
  return <p className="unseen">{words}</p>;
}

/** Says in a sentence what the map shows: `2 nodes, 3 pods: 1 failing, 2 fine.` */
function inWords(objects: readonly WorldObject[]): string {
  const pods = objects.filter(({ kind }) => kind.kind === "Pod");
  const nodes = objects.filter(({ kind }) => kind.kind === "Node");
  const states = levels.flatMap(([level, word]) => {
    const count = pods.filter(({ summary }) => summary.level === level).length;
    return count === 0 ? [] : [`${count} ${word.toLowerCase()}`];
  });
  return `${plural(nodes.length, "node")}, ${plural(pods.length, "pod")}${states.length === 0 ? "" : `: ${states.join(", ")}`}.`;
}
