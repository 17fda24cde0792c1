import { useEffect } from "react";
import { useStore } from "zustand";
import { Button, LinkButton } from "../../design/button.tsx";
import { EmptyState, Intro, Note, Skeleton } from "../../design/feedback.tsx";
import { Select } from "../../design/field.tsx";
import type { NamedWorld } from "../../platform/named-worlds.ts";
import { identity } from "../../state/identity.ts";
import { usePage } from "../../state/page.ts";
import { navigate, type Route } from "../../state/route.ts";
import { worlds } from "../../state/worlds.ts";
import { compareAddress, worldOf } from "../../shared/compare-address.ts";
import { comparing, type Compared } from "./compare-store.ts";
import { Differences } from "./differences.tsx";
import "./compare.css";

/** Compares the world that is shown with another one that this browser keeps: `#/compare/WORLD`. */
export function CompareView({ route }: { readonly route: Route }) {
  const page = usePage();
  const { worlds: all, here, load } = useStore(worlds.of(page.guests.own));
  useEffect(() => void load(), [load]);
  const isShared = page.visit !== undefined;
  const others = isShared ? all : all.filter(({ id }) => id !== here.id);
  const id = worldOf(route);
  const other = others.find((world) => world.id === id);
  const name = isShared ? "the shared world" : here.name;
  return (
    <div className="column fill kp-compare">
      <Chooser name={name} others={others} other={other} />
      {other !== undefined ? (
        <Comparison key={other.id} route={route} name={name} other={other} />
      ) : others.length === 0 ? (
        <NoOthers />
      ) : (
        <EmptyState icon="world" title={id === undefined ? "Choose a world" : "There is no such world"}>
          The one that is shown here is compared with it, object by object and field by field.
        </EmptyState>
      )}
    </div>
  );
}

function Chooser({
  name,
  others,
  other,
}: {
  readonly name: string;
  readonly others: readonly NamedWorld[];
  readonly other: NamedWorld | undefined;
}) {
  const choose = (id: string) => {
    const world = others.find((each) => each.id === id);
    if (world !== undefined) navigate(compareAddress(world));
  };
  const none: readonly (readonly [string, string])[] = other === undefined ? [["none", "choose a world"]] : [];
  return (
    <div className="kp-toolbar kp-comparison-bar">
      <h1 className="kp-compare-title clip">
        Compare <strong>{name}</strong> with
      </h1>
      <Select
        aria-label="The other world"
        value={other?.id ?? "none"}
        options={[...none, ...others.map((world) => [world.id, world.name] as const)]}
        onValue={choose}
      />
    </div>
  );
}

const NoOthers = () => (
  <EmptyState
    icon="world"
    title="There is no other world"
    actions={
      <LinkButton tone="primary" icon="world" href="#/server?tab=worlds">
        All worlds
      </LinkButton>
    }
  >
    Make a copy of this one, or go on from one of its revisions in the timeline, and change it. This view then lists the
    differences, and can merge one world into the other.
  </EmptyState>
);

interface ComparisonProps {
  readonly route: Route;
  /** The name of the world that is shown. */
  readonly name: string;
  readonly other: NamedWorld;
}

function Comparison({ route, name, other }: ComparisonProps) {
  const { state, compare } = comparing.use((state) => state);
  const isOf = state.phase === "compared" ? state.compared.other.id : state.phase === "none" ? undefined : state.other;
  useEffect(() => {
    if (isOf !== other.id) void compare(other);
  }, [isOf, other, compare]);
  if (isOf !== other.id || state.phase === "none") return <Skeleton lines={10} />;
  switch (state.phase) {
    case "working":
      return (
        <div className="pad row wrap" role="status">
          <progress {...(state.share !== undefined && { value: state.share })} max={1} aria-label="Comparing" />
          <span>{state.words}</span>
        </div>
      );
    case "failed":
      return (
        <div className="pad stack">
          <Note tone="error">{state.message}</Note>
          <div>
            <Button onClick={() => void compare(other)}>Compare again</Button>
          </div>
        </div>
      );
    case "compared":
      return (
        <>
          <Reservations compared={state.compared} />
          <Differences route={route} name={name} compared={state.compared} onAgain={() => void compare(other)} />
        </>
      );
  }
}

/** Says what the comparison does not see. */
function Reservations({ compared: { other, findings } }: { readonly compared: Compared }) {
  const as = useStore(identity.of(usePage()), (state) => state.as);
  return (
    <>
      {as === undefined ? null : (
        <Intro>
          You act as {as.user}: what this user may not list seems to be in {other.name} only.
        </Intro>
      )}
      {findings.length === 0 ? null : (
        <Note tone="warning">
          The data of {other.name} is damaged; what can be read is compared. {findings.join(" ")}
        </Note>
      )}
    </>
  );
}
