import { useMemo } from "react";
import { addressOf, isWatch, readTarget, targetOf, withParameter, type TargetParts } from "../../kube/resource.ts";
import { consoleAddress, watchAddress } from "../../state/route.ts";
import { madeBy } from "./repeatable.ts";
import type { Run } from "./run.ts";

interface Step {
  readonly label: string;
  readonly address: string;
}

interface Situation {
  readonly run: Run;
  readonly parts: TargetParts;
  /** The object named by the path or created by the request. */
  readonly one: TargetParts | undefined;
}

/** The suggestions. `when` decides whether one makes sense after the request. */
// oxfmt-ignore
const rows: readonly { readonly when: (s: Situation) => boolean; readonly step: (s: Situation) => Step }[] = [
  { when: ({ run, one }) => run.status < 300 && run.draft.method !== "DELETE" && one !== undefined && one.subresource === undefined, step: ({ one, parts }) => ({ label: "Open the object", address: addressOf(one ?? parts) }) },
  { when: ({ run, one }) => run.status < 300 && run.draft.method === "GET" && one === undefined && !isWatch("GET", run.draft.target), step: ({ parts }) => ({ label: "Browse the objects", address: addressOf({ ...parts, name: undefined }) }) },
  { when: ({ run }) => run.status < 300, step: ({ parts }) => ({ label: "Watch this collection", address: watchAddress(`${targetOf({ ...parts, name: undefined })}?watch=true`) }) },
  { when: ({ run, one }) => run.draft.method === "POST" && run.status === 201 && one !== undefined, step: ({ one, parts }) => ({ label: "Patch it", address: consoleAddress({ method: "PATCH", target: targetOf(one ?? parts), type: "application/merge-patch+json", body: 'metadata:\n  labels:\n    touched: "yes"\n' }) }) },
  { when: ({ run, one }) => run.draft.method === "POST" && run.status === 201 && one !== undefined, step: ({ one, parts }) => ({ label: "Delete it", address: consoleAddress({ method: "DELETE", target: targetOf(one ?? parts) }) }) },
  { when: ({ run }) => run.status === 410, step: ({ run }) => ({ label: "Start again at the latest revision", address: consoleAddress({ method: "GET", target: withParameter(withParameter(run.draft.target, "continue", undefined), "resourceVersion", undefined), send: true }) }) },
];

/** Suggests next steps; each is a request or a view. */
export function NextSteps({ run }: { readonly run: Run }) {
  const steps = useMemo(() => stepsAfter(run), [run]);
  if (steps.length === 0) return null;
  return (
    <nav className="kp-next row wrap small" aria-label="Next steps">
      <span className="quiet">Next:</span>
      {steps.map((step) => (
        <a key={step.label} href={step.address}>
          {step.label}
        </a>
      ))}
    </nav>
  );
}

function stepsAfter(run: Run): readonly Step[] {
  const parts = readTarget(run.draft.target);
  if (parts === undefined) return [];
  const situation = { run, parts, one: parts.name === undefined ? madeBy(run, parts) : parts };
  return rows.filter((row) => row.when(situation)).map((row) => row.step(situation));
}
