import { useMemo } from "react";
import { CelEditor } from "../../cel/cel-editor.tsx";
import type { CelAssist } from "../../cel/cel-assist.ts";
import { partsOf } from "../../cel/flame-layout.ts";
import { usePage } from "../../state/page.ts";
import { readLab } from "./lab-request.ts";
import { lab } from "./store.ts";

/** The expression editor. It highlights the node selected in the views. */
export function ExpressionPane() {
  const page = usePage();
  const expression = lab.use((all) => all.state.expression);
  const change = lab.use((all) => all.change);
  const answer = lab.use((all) => all.answer);
  const selected = lab.use((all) => all.selected);
  const assist = useMemo<CelAssist>(() => {
    const request = async (text: string) => ({
      ...(await readLab(lab.of(page).getState().state)).request,
      expression: text,
    });
    return {
      complete: async (text, offset) => page.inspect.celComplete(await request(text), offset),
      hover: async (text, offset) => page.inspect.celHover(await request(text), offset),
    };
  }, [page]);
  const current = answer !== undefined && answer.expression === expression ? answer.explanation : undefined;
  const highlight = useMemo(
    () =>
      current?.root === undefined || selected === undefined
        ? undefined
        : partsOf(current.root).find(({ node }) => node.id === selected)?.node,
    [current, selected],
  );
  return (
    <section className="column fill" aria-label="Expression">
      <CelEditor
        value={expression}
        label="Expression"
        placeholder="self.replicas <= 5"
        issues={current?.issues ?? noIssues}
        highlight={highlight}
        assist={assist}
        onValue={(text) => change({ expression: text })}
      />
    </section>
  );
}

const noIssues: readonly never[] = [];
