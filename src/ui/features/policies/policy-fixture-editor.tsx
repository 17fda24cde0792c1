import { useState } from "react";
import type { PolicyOutcome } from "../../../client/policies.ts";
import type { PolicyFixture } from "../../../scenarios/policies/policy-example.ts";
import { CodeEditor } from "../../code/code-editor.tsx";
import { IconButton } from "../../design/button.tsx";
import { Select, TextInput } from "../../design/field.tsx";
import { Tabs } from "../../design/tabs.tsx";
import { outcomes, outcomeWord } from "./model/outcome-words.ts";

const sides = [
  { id: "new", label: "New object" },
  { id: "old", label: "Old object" },
] as const;

const operations = [
  ["CREATE", "Create"],
  ["UPDATE", "Update"],
  ["DELETE", "Delete"],
] as const;

const isOutcome = (value: string): value is PolicyOutcome => outcomes.some((outcome) => outcome === value);

/** Edits a fixture: its name, operation, user, objects, and what the draft should do with it. */
export function PolicyFixtureEditor({
  fixture,
  onChange,
  onRemove,
}: {
  readonly fixture: PolicyFixture;
  readonly onChange: (fixture: PolicyFixture) => void;
  readonly onRemove: () => void;
}) {
  const [side, setSide] = useState<"new" | "old">("new");
  const { operation, object, old = "" } = fixture;
  const isUpdate = operation === "UPDATE";
  const choose = (next: string) => {
    const found = operations.find(([id]) => id === next)?.[0] ?? "CREATE";
    onChange({ ...fixture, operation: found, ...(found === "UPDATE" && old === "" && { old: object }) });
  };
  return (
    <section className="column fill kp-bench-text kp-policy-fixture" aria-label="Fixture">
      <div className="kp-body-bar row wrap">
        <TextInput
          aria-label="Name of the fixture"
          className="grow"
          style={{ minWidth: 100 }}
          value={fixture.name}
          onValue={(name) => onChange({ ...fixture, name })}
        />
        <Select aria-label="Operation" style={{ width: 88 }} options={operations} value={operation} onValue={choose} />
        <Select
          aria-label="Expected of the draft"
          style={{ width: 108 }}
          options={outcomes.map((outcome) => [outcome, outcomeWord(outcome)] as const)}
          value={fixture.expect}
          onValue={(expect) => isOutcome(expect) && onChange({ ...fixture, expect })}
        />
        <TextInput
          aria-label="User"
          placeholder="kubernetes-admin"
          style={{ width: 124 }}
          value={fixture.user ?? ""}
          onValue={(user) => onChange({ ...fixture, user })}
        />
        <IconButton icon="clear" size="small" label="Delete the fixture" onClick={onRemove} />
      </div>
      {isUpdate ? <Tabs label="Which object" items={sides} value={side} onValue={setSide} /> : null}
      {isUpdate && side === "old" ? (
        <CodeEditor
          key="old"
          label="Old object"
          language="yaml"
          value={old}
          onValue={(text) => onChange({ ...fixture, old: text })}
        />
      ) : (
        <CodeEditor
          key="new"
          label={isUpdate ? "New object" : "Fixture"}
          language="yaml"
          value={object}
          onValue={(text) => onChange({ ...fixture, object: text })}
        />
      )}
    </section>
  );
}
