import { EmptyState } from "../../design/feedback.tsx";
import { CostView } from "./cost-view.tsx";
import { FixturesView } from "./fixtures-view.tsx";
import type { LabAnswer } from "./lab-answer.ts";
import { lab } from "./store.ts";
import { WhyView } from "./why-view.tsx";

export type ResultTab = "cost" | "why" | "fixtures";

export const resultTabs = [
  { id: "cost", label: "Cost" },
  { id: "why", label: "Why" },
  { id: "fixtures", label: "Fixtures" },
] as const satisfies readonly { readonly id: ResultTab; readonly label: string }[];

/** Displays one view of the latest response. */
export function ResultView({ tab }: { readonly tab: ResultTab }) {
  const answer = lab.use((all) => all.answer);
  const pending = lab.use((all) => all.pending);
  if (tab === "fixtures") return <FixturesView />;
  if (answer?.explanation.root === undefined) return <NothingToShow broken={isBroken(answer)} />;
  return (
    <div className="column fill kp-lab-view" data-pending={pending ? "" : undefined}>
      {tab === "cost" ? (
        <CostView answer={answer} root={answer.explanation.root} />
      ) : (
        <WhyView answer={answer} root={answer.explanation.root} />
      )}
    </div>
  );
}

const isBroken = (answer: LabAnswer | undefined): boolean => (answer?.explanation.issues.length ?? 0) > 0;

/** A placeholder: values and costs are only displayed for the current expression. */
function NothingToShow({ broken }: { readonly broken: boolean }) {
  return (
    <EmptyState icon="cel" title={broken ? "The expression does not compile" : "Nothing to show yet"}>
      Once the expression compiles, you see what each part costs and which value it had.
    </EmptyState>
  );
}
