import { messageOf } from "../../../apimachinery/message-of.ts";
import { exportTest, type RaceSurroundings } from "../../../races/export-test.ts";
import type { Race } from "../../../client/races.ts";
import { CodeView } from "../../code/code-view.tsx";
import { useCurrentAnswer } from "../../data/use-answer.ts";
import { Button } from "../../design/button.tsx";
import { EmptyState, Skeleton } from "../../design/feedback.tsx";
import { copy } from "../../state/copy.ts";
import { type Page, usePage } from "../../state/page.ts";
import type { Exploration } from "./use-exploration.ts";

interface TestTabProps {
  readonly race: Race | undefined;
  readonly exploration: Exploration;
}

/** Returns what a test of a race needs of a page's server: its settings, and the world that the race goes on from. */
async function surroundingsOf({ inspect }: Page, race: Race): Promise<RaceSurroundings | Error> {
  try {
    const { chosen } = await inspect.serverSettings();
    const { controllers: _notInRaces, ...settings } = chosen;
    return { settings, world: race.revision === undefined ? undefined : await inspect.exportRaceWorld(race) };
  } catch (error) {
    return new Error(messageOf(error));
  }
}

/** The race as a test for Vitest or another runner, with the package. */
export function TestTab({ race, exploration: { report } }: TestTabProps) {
  const page = usePage();
  const surroundings = useCurrentAnswer(() => race && surroundingsOf(page, race), [page, race]);
  if (race === undefined || report === undefined)
    return (
      <EmptyState icon="flag" title="No test yet">
        The test says what the orders come to, once some were run.
      </EmptyState>
    );
  if (surroundings === undefined) return <Skeleton lines={10} />;
  if (surroundings instanceof Error)
    return (
      <EmptyState icon="flag" title="No test of this world">
        {surroundings.message}
      </EmptyState>
    );
  const text = exportTest(race, report, surroundings);
  return (
    <div className="column fill">
      <div className="kp-toolbar row wrap">
        <span className="grow quiet">
          A test of the package <code>kubepad</code> for Vitest: the same orders, and what was found in them.
        </span>
        <Button size="small" icon="copy" onClick={() => void copy(page, text, "Test copied.")}>
          Copy test
        </Button>
      </div>
      <CodeView text={text} language="javascript" label="Test" />
    </div>
  );
}
