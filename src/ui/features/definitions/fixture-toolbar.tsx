import { Button } from "../../design/button.tsx";
import { ActionMenu } from "../../design/menu.tsx";
import { chooseFile, readText, saveText } from "../../platform/files.ts";
import { usePage, type Page } from "../../state/page.ts";
import { tellError } from "../../state/tell-error.ts";
import type { ListChange } from "../../workbench/drafts.ts";
import { exampleObject, type ExampleSize } from "./model/example-object.ts";
import { fixtureTest } from "./model/fixture-test.ts";
import { printFixtures, readFixtures, type FixtureText } from "./model/fixtures.ts";
import type { TabProps } from "./schema-tab.tsx";
import { textsOf } from "../../texts/texts.ts";
import type { Judged } from "./use-verdicts.ts";

interface ToolbarProps extends TabProps {
  readonly fixtures: readonly FixtureText[];
  readonly judged: Judged;
  readonly onChange: (change: ListChange<FixtureText>) => void;
  readonly onAdded: (id: string) => void;
}

/** Adds, imports and exports fixtures. */
export function FixtureToolbar({ bench, definition, version, fixtures, judged, onChange, onAdded }: ToolbarProps) {
  const page = usePage();
  const add = async (size: ExampleSize) => {
    const id = page.newId();
    const object = await textsOf(page).print(exampleObject(definition, version, size));
    onChange((before) => [
      ...before,
      { id, name: `${definition.kind.toLowerCase()} ${before.length + 1}`, object, expect: "accept" },
    ]);
    onAdded(id);
  };
  const bring = async () => {
    const read = await importFixtures(page);
    if (read !== undefined) onChange((before) => [...before, ...read]);
  };
  const saveAsTest = () => {
    const rows = fixtures.map(({ id, name, expect }) => ({
      name,
      expect,
      ...(judged.values.get(id) ?? { object: {} }),
      problems: judged.byId.get(id)?.problems ?? [],
    }));
    saveText(`${definition.name}.test.mjs`, fixtureTest(definition, bench.manifest, version.name, rows));
  };
  return (
    <div className="kp-body-bar row wrap">
      <Button size="small" icon="plus" onClick={() => void add("minimal")}>
        Add a minimal fixture
      </Button>
      <Button size="small" onClick={() => void add("full")}>
        Add a full fixture
      </Button>
      <span className="grow" />
      <ActionMenu
        trigger={
          <Button size="small" icon="download">
            Import and export
          </Button>
        }
        entries={[
          { label: "Export as a Node test", icon: "download", onSelect: saveAsTest },
          {
            label: "Export fixtures",
            icon: "download",
            onSelect: () =>
              saveText(`${definition.name}.fixtures.json`, printFixtures({ definition: definition.name, fixtures })),
          },
          { label: "Import fixtures", icon: "upload", onSelect: () => void bring() },
        ]}
      />
    </div>
  );
}

/** Reads fixtures from a file and assigns new ids. */
async function importFixtures(page: Page): Promise<readonly FixtureText[] | undefined> {
  const file = await chooseFile(".json,application/json");
  if (file === undefined) return undefined;
  try {
    return readFixtures(await readText(file)).fixtures.map((fixture) => ({ ...fixture, id: page.newId() }));
  } catch (error) {
    tellError(page, error);
    return undefined;
  }
}
