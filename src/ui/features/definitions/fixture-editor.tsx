import { useState } from "react";
import { CodeEditor } from "../../code/code-editor.tsx";
import { Button, IconButton } from "../../design/button.tsx";
import { Select, TextInput } from "../../design/field.tsx";
import { Tabs } from "../../design/tabs.tsx";
import type { FixtureText } from "./model/fixtures.ts";

const sides = [
  { id: "new", label: "New object" },
  { id: "old", label: "Old object" },
] as const;

/** Edits a fixture's name, objects and expected result. */
export function FixtureEditor({
  row,
  onChange,
  onRemove,
}: {
  readonly row: FixtureText;
  readonly onChange: (row: FixtureText) => void;
  readonly onRemove: () => void;
}) {
  const { old } = row;
  const [side, setSide] = useState<"old" | "new">("new");
  const single = (): FixtureText => {
    const { old: _, ...rest } = row;
    return rest;
  };
  const now = (
    <CodeEditor
      key={`${row.id} object`}
      label={old === undefined ? "Fixture" : "New object"}
      language="yaml"
      value={row.object}
      onValue={(object) => onChange({ ...row, object })}
    />
  );
  return (
    <section className="column fill kp-bench-text" aria-label="Fixture">
      <div className="kp-body-bar row wrap">
        <TextInput
          aria-label="Name of the fixture"
          className="grow"
          style={{ minWidth: 100 }}
          value={row.name}
          onValue={(name) => onChange({ ...row, name })}
        />
        <Select
          aria-label="Expected result"
          style={{ width: 140 }}
          options={[
            ["accept", "accepted"],
            ["refuse", "rejected"],
          ]}
          value={row.expect}
          onValue={(value) => onChange({ ...row, expect: value === "refuse" ? "refuse" : "accept" })}
        />
        <Button size="small" onClick={() => onChange(old === undefined ? { ...row, old: row.object } : single())}>
          {old === undefined ? "Make it an update" : "Make it a create"}
        </Button>
        <IconButton icon="clear" size="small" label="Delete the fixture" onClick={onRemove} />
      </div>
      {old === undefined ? null : <Tabs label="Which object" items={sides} value={side} onValue={setSide} />}
      {old === undefined || side === "new" ? (
        now
      ) : (
        <CodeEditor
          key={`${row.id} old`}
          label="Old object"
          language="yaml"
          value={old}
          onValue={(text) => onChange({ ...row, old: text })}
        />
      )}
    </section>
  );
}
