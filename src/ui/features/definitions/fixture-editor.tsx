import { Button } from "../../design/button.tsx";
import { Select } from "../../design/field.tsx";
import { FixtureEditor } from "../../workbench/fixtures.tsx";
import type { FixtureText } from "./model/fixtures.ts";

/** Edits a fixture's name, objects and expected result. */
export function DefinitionFixtureEditor({
  row,
  onChange,
  onRemove,
}: {
  readonly row: FixtureText;
  readonly onChange: (row: FixtureText) => void;
  readonly onRemove: () => void;
}) {
  const { old } = row;
  const single = (): FixtureText => {
    const { old: _, ...rest } = row;
    return rest;
  };
  return (
    <FixtureEditor
      fixture={row}
      isUpdate={old !== undefined}
      onChange={(change) => onChange({ ...row, ...change })}
      onRemove={onRemove}
    >
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
    </FixtureEditor>
  );
}
