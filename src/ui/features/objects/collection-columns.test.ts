import { expect, test } from "vitest";
import { objectColumns, type ColumnChoice } from "./collection-columns.tsx";

const column = (name: string, priority = 0) => ({ name, type: "string", format: "", description: "", priority });

const choice: ColumnChoice = {
  columns: [column("Name"), column("Ready"), column("Status"), column("Restarts"), column("Age"), column("IP", 1)],
  namespaces: true,
  slim: false,
  narrow: false,
  wide: false,
  now: 0,
  states: true,
  builtin: true,
};

const labels = (changes: Partial<ColumnChoice> = {}): readonly string[] =>
  objectColumns({ ...choice, ...changes }).map(({ label }) => label);

test("the state stands in place of the server's column Status", () => {
  expect(labels()).toEqual(["Name", "Namespace", "Status", "Ready", "Restarts", "Age"]);
  expect(objectColumns(choice)[2]?.id).toBe("status");
});

test("beside an open object, Status and Ready stay, and the name tells its namespace", () => {
  expect(labels({ slim: true })).toEqual(["Name", "Status", "Ready", "Age"]);
  expect(labels({ slim: true, states: false, columns: [column("Name")] })).toEqual(["Name", "Namespace"]);
});

test("on a phone, the age gives way to the state", () => {
  expect(labels({ slim: true, narrow: true })).toEqual(["Name", "Status", "Ready"]);
  expect(labels({ slim: true, narrow: true, states: false })).toContain("Age");
});

test("kinds of definitions keep a column Status of their own, and others get one", () => {
  expect(objectColumns({ ...choice, builtin: false }).map(({ id }) => id)).toContain("2 Status");
  const without = choice.columns.filter(({ name }) => name !== "Status");
  expect(labels({ builtin: false, columns: without })).toContain("Status");
  expect(labels({ states: false, columns: without })).not.toContain("Status");
});
