import type { PolicyOutcome } from "../../../client/policies.ts";
import type { PolicyFixture } from "../../../scenarios/policies/policy-example.ts";
import { Select, TextInput } from "../../design/field.tsx";
import { FixtureEditor } from "../../workbench/fixtures.tsx";
import { outcomes, outcomeWord } from "./model/outcome-words.ts";

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
  const { operation, object, old = "" } = fixture;
  const choose = (next: string) => {
    const found = operations.find(([id]) => id === next)?.[0] ?? "CREATE";
    onChange({ ...fixture, operation: found, ...(found === "UPDATE" && old === "" && { old: object }) });
  };
  return (
    <FixtureEditor
      fixture={fixture}
      isUpdate={operation === "UPDATE"}
      onChange={(change) => onChange({ ...fixture, ...change })}
      onRemove={onRemove}
    >
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
    </FixtureEditor>
  );
}
