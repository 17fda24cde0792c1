import { exportTest } from "../../../races/export-test.ts";
import type { Race } from "../../../client/races.ts";
import { CodeView } from "../../code/code-view.tsx";
import { Button } from "../../design/button.tsx";
import { EmptyState } from "../../design/feedback.tsx";
import { copy } from "../../state/copy.ts";
import { usePage } from "../../state/page.ts";
import type { Exploration } from "./use-exploration.ts";

interface TestTabProps {
  readonly race: Race | undefined;
  readonly exploration: Exploration;
}

/** The race as a test for Vitest or another runner, with the package. */
export function TestTab({ race, exploration: { report } }: TestTabProps) {
  const page = usePage();
  if (race === undefined || report === undefined)
    return (
      <EmptyState icon="flag" title="No test yet">
        The test says what the orders come to, once some were run.
      </EmptyState>
    );
  if (race.revision !== undefined)
    return (
      <EmptyState icon="flag" title="No test of this world">
        A test has no world of this page. List the objects of the race in place of its revision.
      </EmptyState>
    );
  const text = exportTest(race, report);
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
