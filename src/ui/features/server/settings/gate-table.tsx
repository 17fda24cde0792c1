import { useMemo, useState } from "react";
import type { GateFacts } from "../../../../component-base/features/gate-facts.ts";
import { formatRelease } from "../../../../component-base/versions/release.ts";
import type { ChosenSettings, SettingsView } from "../../../../client/settings.ts";
import { wordsOf } from "../../../data/who.ts";
import { Badge } from "../../../design/feedback.tsx";
import { Check, Select, TextInput } from "../../../design/field.tsx";
import { VirtualTable, type Column } from "../../../design/virtual-table.tsx";
import { useNarrow } from "../../../platform/media.ts";
import { valueOf, wayOf } from "./choices.tsx";
import { onOff, stageWords, withGate } from "./settings-changes.ts";
import { serverSettings } from "./settings-store.ts";

/** Lists every feature gate of the release with its stage, its default and its explicit setting. */
export function GateTable({
  view,
  chosen,
  find,
}: {
  readonly view: SettingsView;
  readonly chosen: ChosenSettings;
  /** The name of a setting that is looked for: the filter at first, if it is that of a gate. */
  readonly find: string;
}) {
  const narrow = useNarrow();
  const [filter, setFilter] = useState(view.gates.some(({ name }) => name === find) ? find : "");
  const [effective, setEffective] = useState(false);
  const [changed, setChanged] = useState(false);
  const rows = useMemo(
    () => view.gates.filter(fitting(filter, effective, changed)),
    [view, filter, effective, changed],
  );
  const columns = useMemo(() => columnsOf(chosen, narrow), [chosen, narrow]);
  return (
    <section className="kp-set-gates" aria-label="Feature gates of the server">
      <div className="kp-toolbar kp-set-bar">
        <TextInput
          className="kp-server-filter"
          aria-label="Filter feature gates"
          placeholder="Filter feature gates"
          value={filter}
          onValue={setFilter}
        />
        <Check label="with an effect here" checked={effective} onChecked={setEffective} />
        <Check label="changed" checked={changed} onChecked={setChanged} />
        <span className="quiet small kp-server-count">
          {rows.filter(({ enabled }) => enabled).length} of {rows.length} on
        </span>
      </div>
      <p className="quiet small kp-set-honest">
        Most feature gates belong to components that this server does not have, such as the kubelet. They can be set and
        are reported, but have no effect. Those <em>that have an effect here</em> change its behaviour.
      </p>
      <VirtualTable
        label="Feature gates"
        rows={rows}
        columns={columns}
        rowKey={nameOfGate}
        rowHeight={34}
        empty={<p className="pad quiet">No matching feature gates.</p>}
      />
    </section>
  );
}

const nameOfGate = ({ name }: GateFacts): string => name;

const fitting = (filter: string, effective: boolean, changed: boolean) => {
  const words = wordsOf(filter);
  return (gate: GateFacts): boolean => {
    const text = `${gate.name} ${stageWords(gate)}`.toLowerCase();
    return (
      (!effective || gate.hasEffect) &&
      (!changed || gate.enabled !== gate.byDefault) &&
      words.every((word) => text.includes(word))
    );
  };
};

function columnsOf(chosen: ChosenSettings, narrow: boolean): readonly Column<GateFacts>[] {
  const name: Column<GateFacts> = {
    id: "name",
    label: "Feature gate",
    width: "minmax(120px, 2fr)",
    draw: (gate) => <code title={`${gate.name}: ${stageWords(gate)}`}>{gate.name}</code>,
  };
  const now: Column<GateFacts> = {
    id: "now",
    label: "Is",
    width: "44px",
    draw: ({ enabled }) => <Badge tone={enabled ? "added" : "neutral"}>{onOff(enabled)}</Badge>,
  };
  const choice: Column<GateFacts> = {
    id: "choice",
    label: "Choice",
    width: narrow ? "104px" : "132px",
    draw: (gate) => <Choice gate={gate} chosen={chosen} />,
  };
  if (narrow) return [name, now, choice];
  return [
    name,
    {
      id: "stage",
      label: "Stage",
      width: "minmax(100px, 150px)",
      draw: (gate) => (
        <span className="quiet" title={gate.since === 0 ? "" : `Since ${formatRelease(gate.since)}.`}>
          {stageWords(gate)}
        </span>
      ),
    },
    {
      id: "came",
      label: "Since",
      width: "72px",
      draw: ({ since }) => <span className="quiet">{since === 0 ? "" : formatRelease(since)}</span>,
    },
    {
      id: "effect",
      label: "Effect here",
      width: "80px",
      draw: ({ hasEffect }) =>
        hasEffect ? <Badge tone="info">effect</Badge> : <span className="quiet">no effect</span>,
    },
    {
      id: "default",
      label: "Default",
      width: "60px",
      draw: ({ byDefault }) => <span className="quiet">{onOff(byDefault)}</span>,
    },
    now,
    choice,
  ];
}

function Choice({
  gate: { name, locked, byDefault },
  chosen,
}: {
  readonly gate: GateFacts;
  readonly chosen: ChosenSettings;
}) {
  const edit = serverSettings.use((state) => state.edit);
  if (locked)
    return (
      <span className="quiet" title={`Locked to ${onOff(byDefault)}.`}>
        locked
      </span>
    );
  return (
    <Select
      className="kp-set-choice"
      aria-label={`Choice for ${name}`}
      options={ways}
      value={wayOf(chosen.featureGates[name])}
      onValue={(to) => edit(withGate(chosen, name, valueOf(to)))}
      onKeyDown={(event) => event.stopPropagation() /* arrow keys change the select, not the table row */}
    />
  );
}

const ways = [
  ["", "by default"],
  ["on", "on"],
  ["off", "off"],
] as const;
