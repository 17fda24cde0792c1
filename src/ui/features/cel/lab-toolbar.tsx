import { useState } from "react";
import { messageOf } from "../../../apimachinery/message-of.ts";
import { Button, IconButton, LinkButton } from "../../design/button.tsx";
import { Select } from "../../design/field.tsx";
import { ActionMenu, type MenuEntry } from "../../design/menu.tsx";
import { plural } from "../../data/words.ts";
import { copy } from "../../state/copy.ts";
import { linkTo } from "../../platform/address.ts";
import { useNarrow } from "../../platform/media.ts";
import { usePage } from "../../state/page.ts";
import { formatPath } from "../../cel/cost-words.ts";
import { labExamples } from "./examples.ts";
import { LivePicker } from "./live-picker.tsx";
import type { LabMode } from "../../cel/lab-state.ts";
import type { SchemaNode } from "./schema-nodes.ts";
import { labAddress } from "../../cel/share-lab.ts";
import { lab } from "./store.ts";

const modes: readonly (readonly [LabMode, string])[] = [
  ["rule", "Custom resource rule"],
  ["admission", "Admission policy"],
  ["generic", "Expression on its own"],
];
const isMode = (value: string): value is LabMode => modes.some(([mode]) => mode === value);

/** The toolbar: mode, examples and sharing. */
export function LabToolbar() {
  const { state, change, origin } = lab.use((all) => all);
  const [picking, setPicking] = useState(false);
  return (
    <div className="kp-toolbar kp-lab-toolbar">
      <Select
        aria-label="Kind of expression"
        className="kp-lab-mode"
        value={state.mode}
        onValue={(mode) => {
          if (isMode(mode)) change({ mode });
        }}
        options={modes}
      />
      {state.mode === "rule" ? <RulePlace /> : null}
      {state.mode === "admission" && state.policy !== undefined ? (
        <span className="row">
          <span className="quiet small" title={state.policy.variables.map(({ name }) => name).join(", ")}>
            with {plural(state.policy.variables.length, "variable")} of its policy
          </span>
          <IconButton
            icon="close"
            size="small"
            label="Leave the policy out"
            onClick={() => change({ policy: undefined })}
          />
        </span>
      ) : null}
      <Select
        aria-label="New or stored expression"
        className="kp-lab-age"
        value={state.stored ? "stored" : "new"}
        onValue={(age) => change({ stored: age === "stored" })}
        options={[
          ["new", "New"],
          ["stored", "Stored"],
        ]}
        title="New expressions may use libraries of the previous release; stored ones all libraries of this release"
      />
      {origin === undefined ? null : (
        <LinkButton size="small" tone="plain" icon="left" href={origin}>
          {origin.startsWith("#/policies") ? "Back to the policy" : "Back to the definition"}
        </LinkButton>
      )}
      <Actions onPick={() => setPicking(true)} />
      {picking ? <LivePicker onClose={() => setPicking(false)} /> : null}
    </div>
  );
}

/** Actions that load or share a lab state; collapsed into a menu on narrow screens. */
function Actions({ onPick }: { readonly onPick: () => void }) {
  const narrow = useNarrow();
  const { load, earlier, back } = lab.use((all) => all);
  const share = useShare();
  const examples = labExamples.map((example): MenuEntry => ({
    label: example.label,
    onSelect: () => load(example.lab),
  }));
  if (narrow) {
    const entries: readonly (MenuEntry | "-")[] = [
      { label: "From live objects", icon: "objects", onSelect: onPick },
      { label: "Copy link", icon: "external", onSelect: share },
      ...(earlier === undefined ? [] : [{ label: "Restore my lab", icon: "history", onSelect: back } as const]),
      "-",
      ...examples,
    ];
    return <ActionMenu trigger={<IconButton icon="more" label="More" />} entries={entries} />;
  }
  return (
    <div className="row kp-lab-actions">
      {earlier === undefined ? null : (
        <Button size="small" tone="plain" icon="history" onClick={back}>
          Restore my lab
        </Button>
      )}
      <Button size="small" icon="objects" onClick={onPick}>
        From live objects
      </Button>
      <ActionMenu trigger={<Button size="small">Examples</Button>} entries={examples} />
      <Button size="small" icon="external" onClick={share}>
        Copy link
      </Button>
    </div>
  );
}

/** Selects the schema node that has the rule. */
function RulePlace() {
  const { state, change } = lab.use((all) => all);
  const nodes = lab.use((all) => all.answer?.nodes) ?? noNodes;
  const current = state.path.join("\0");
  const known = nodes.some(({ path }) => path.join("\0") === current);
  const options = nodes.map(
    ({ path, rules }) => [path.join("\0"), `${formatPath(path)}${rules.length === 0 ? "" : " (has rules)"}`] as const,
  );
  return (
    <Select
      aria-label="Path of the rule"
      className="kp-lab-place mono"
      value={current}
      onValue={(path) => change({ path: path === "" ? [] : path.split("\0") })}
      options={known ? options : [...options, [current, formatPath(state.path)]]}
    />
  );
}

const noNodes: readonly SchemaNode[] = [];

/** Returns a function that copies a link to the lab to the clipboard. */
function useShare(): () => void {
  const page = usePage();
  const state = lab.use((all) => all.state);
  return () => {
    const link = labAddress(state).then(linkTo);
    copy(page, link, "Link copied.").catch((error: unknown) =>
      page.toasts.add({ description: `The link could not be copied: ${messageOf(error)}` }),
    );
  };
}
