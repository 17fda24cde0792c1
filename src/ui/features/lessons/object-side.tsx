import { useMemo, useState } from "react";
import { useStore } from "zustand";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import { managersOf } from "../../../client/managed-fields.ts";
import { CodeView } from "../../code/code-view.tsx";
import { useYaml } from "../../code/use-yaml.ts";
import { isKubeObject, pageAgent, sendJson } from "../../data/send.ts";
import { useAnswer } from "../../data/use-answer.ts";
import { Button } from "../../design/button.tsx";
import { EmptyState, Skeleton } from "../../design/feedback.tsx";
import { Select } from "../../design/field.tsx";
import { assignTones } from "../../kube/manager-tones.ts";
import { OwnershipPanel } from "../../ownership/ownership-panel.tsx";
import { StatusNote } from "../../shared/status-note.tsx";
import type { SideViewProps } from "./side-views.ts";
import { touchedObjects, type TouchedObject } from "./touched-objects.ts";

/** An object of the lesson, as it is after the last step: its fields with their owners, or its manifest. */
export function ObjectSide({ session, world }: SideViewProps) {
  const steps = useStore(session.state, (state) => state.steps);
  const reports = useMemo(() => steps.flatMap(({ report }) => report ?? []), [steps]);
  const objects = useMemo(() => touchedObjects(reports), [reports]);
  const [wanted, setWanted] = useState<string | undefined>(undefined);
  const [view, setView] = useState<"owners" | "manifest">("owners");
  const shown = objects.find(({ target }) => target === wanted) ?? objects.at(-1);
  if (shown === undefined)
    return (
      <EmptyState icon="objects" title="No object yet">
        The objects that the steps write and read appear here, with the managers of their fields.
      </EmptyState>
    );
  const state = `${reports.length} ${reports.map(({ ms }) => ms).join()}`;
  return (
    <section className="column fill kp-object-side" aria-label="Object of the lesson">
      <div className="kp-toolbar">
        <Select
          aria-label="Object"
          value={shown.target}
          options={objects.toReversed().map((object) => [object.target, labelOf(object)] as const)}
          onValue={setWanted}
        />
        <div className="row" role="group" aria-label="Shown as">
          <Button size="small" tone="plain" aria-pressed={view === "owners"} onClick={() => setView("owners")}>
            Owners
          </Button>
          <Button size="small" tone="plain" aria-pressed={view === "manifest"} onClick={() => setView("manifest")}>
            Manifest
          </Button>
        </div>
      </div>
      <Live key={shown.target} target={shown.target} state={state} world={world} view={view} />
    </section>
  );
}

const labelOf = ({ kind, name, namespace }: TouchedObject): string =>
  `${kind} ${name}${namespace === undefined ? "" : ` in ${namespace}`}`.trim();

function Live({
  target,
  state,
  world,
  view,
}: {
  readonly target: string;
  readonly state: string;
  readonly world: SideViewProps["world"];
  readonly view: "owners" | "manifest";
}) {
  const { handle } = world.page;
  const { value, refused } = useAnswer(`${target} ${state}`, (signal) =>
    sendJson(handle, pageAgent, { method: "GET", target, signal }),
  );
  if (refused !== undefined)
    return refused.reason === "NotFound" ? (
      <EmptyState icon="clear" title="It is gone">
        The object was deleted, or nothing of it was stored.
      </EmptyState>
    ) : (
      <div className="pad">
        <StatusNote status={refused} />
      </div>
    );
  if (!isKubeObject(value)) return <Skeleton lines={10} />;
  return view === "owners" ? <Owners object={value} /> : <Manifest object={value} />;
}

function Owners({ object }: { readonly object: KubeObject }) {
  const tones = useMemo(() => assignTones(managersOf(object).map(({ id }) => id)), [object]);
  return <OwnershipPanel object={object} tones={tones} since={() => ""} />;
}

function Manifest({ object }: { readonly object: KubeObject }) {
  const yaml = useYaml(useMemo(() => JSON.stringify(object), [object]));
  return yaml === undefined ? (
    <Skeleton lines={10} />
  ) : (
    <CodeView label="Manifest" language="yaml" text={yaml} folded={[]} />
  );
}
