import { EmptyState } from "../../design/feedback.tsx";
import { CostView } from "./cost-view.tsx";
import { FixturesView } from "./fixtures-view.tsx";
import { lab } from "./store.ts";
import { WhyView } from "./why-view.tsx";

export type ResultTab = "cost" | "why" | "fixtures";

export const resultTabs = [
  { id: "cost", label: "Cost" },
  { id: "why", label: "Why" },
  { id: "fixtures", label: "Fixtures" },
] as const satisfies readonly { readonly id: ResultTab; readonly label: string }[];

/** One view of the newest answer. */
export function ResultView({ tab }: { readonly tab: ResultTab }) {
  const compiled = lab.use((all) => all.compiled);
  const isOld = lab.use((all) => all.answer !== all.compiled);
  if (tab === "fixtures") return <FixturesView />;
  if (compiled?.explanation.root === undefined) return <NothingYet />;
  return (
    <>
      {isOld ? (
        <p className="kp-lab-note quiet">
          Of the last expression that compiled: <code>{compiled.expression.replace(/\s+/g, " ").slice(0, 200)}</code>
        </p>
      ) : null}
      {tab === "cost" ? (
        <CostView answer={compiled} root={compiled.explanation.root} />
      ) : (
        <WhyView answer={compiled} root={compiled.explanation.root} />
      )}
    </>
  );
}

function NothingYet() {
  return (
    <EmptyState icon="cel" title="Nothing to show yet">
      As soon as the expression compiles, this shows what each part of it costs and which value it had.
    </EmptyState>
  );
}
