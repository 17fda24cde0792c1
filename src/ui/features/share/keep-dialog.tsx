import { useEffect, useState } from "react";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import { createObjects, foreseeObjects, type ObjectReport, type Outcome } from "../../../share/create-objects.ts";
import { inWords } from "../../data/send.ts";
import { formatCount, plural } from "../../data/words.ts";
import { Button } from "../../design/button.tsx";
import { Modal } from "../../design/dialog.tsx";
import { Note, Skeleton } from "../../design/feedback.tsx";
import { Check } from "../../design/field.tsx";
import { nameOf } from "../../kube/resource.ts";
import { usePage } from "../../state/page.ts";
import { agent, type Progress } from "./open-world.ts";

export interface KeepDialogProps {
  /** Returns the objects to copy into the tab's own server. */
  readonly collect: () => Promise<readonly KubeObject[]>;
  /** What else can be kept, if there is anything. */
  readonly view?: { readonly label: string } | undefined;
  /** Called after the objects were copied. `withView` is whether the user wants the view too. */
  readonly onKept: (withView: boolean) => void;
  readonly onClose: () => void;
}

type Phase =
  | { readonly kind: "comparing" }
  | { readonly kind: "asking"; readonly objects: readonly KubeObject[]; readonly foreseen: readonly ObjectReport[] }
  | { readonly kind: "working"; readonly progress: Progress }
  | { readonly kind: "done"; readonly reports: readonly ObjectReport[] }
  | { readonly kind: "failed"; readonly message: string };

/**
 * Copies objects into the tab's own server. Tells first which of them exist there already; those are left unless the
 * user chooses to replace them.
 */
export function KeepDialog({ collect, view, onKept, onClose }: KeepDialogProps) {
  const { phase, keep } = useKeeping(collect);
  const [replace, setReplace] = useState(false);
  const [withView, setWithView] = useState(false);
  const close = () => (phase.kind === "done" ? onKept(withView) : onClose());
  return (
    <Modal open onClose={close} title="Keep it on my server">
      <div className="stack">
        {phase.kind === "comparing" ? <Skeleton lines={3} /> : null}
        {phase.kind === "asking" ? (
          <>
            <Foreseen reports={phase.foreseen} />
            {phase.foreseen.some(({ outcome }) => outcome === "left") ? (
              <Check label="Replace mine with those that were shared" checked={replace} onChecked={setReplace} />
            ) : null}
            {view === undefined ? null : (
              <Check
                label={`Also take over what was entered in ${view.label}, in place of mine`}
                checked={withView}
                onChecked={setWithView}
              />
            )}
          </>
        ) : null}
        {phase.kind === "working" ? (
          <div className="row wrap" role="status">
            <progress value={phase.progress.done} max={Math.max(1, phase.progress.total)} aria-label="Objects kept" />
            {formatCount(phase.progress.done)} of {formatCount(phase.progress.total)} objects
          </div>
        ) : null}
        {phase.kind === "done" ? <Done reports={phase.reports} /> : null}
        {phase.kind === "failed" ? <Note tone="error">{phase.message}</Note> : null}
      </div>
      <div className="kp-dialog-actions">
        {phase.kind === "done" ? (
          <Button tone="primary" onClick={close}>
            Done
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button
              tone="primary"
              disabled={phase.kind !== "asking"}
              onClick={() => {
                if (phase.kind === "asking") void keep(phase.objects, replace);
              }}
            >
              Keep
            </Button>
          </>
        )}
      </div>
    </Modal>
  );
}

function useKeeping(collect: () => Promise<readonly KubeObject[]>) {
  const { own } = usePage().guests;
  const [phase, setPhase] = useState<Phase>({ kind: "comparing" });
  const [control] = useState(() => new AbortController());
  const [gather] = useState(() => collect);
  useEffect(() => {
    const compare = async () => {
      const objects = await gather();
      const foreseen = await foreseeObjects({ handle: own.handle, userAgent: "kubepad-ui/0.1" }, objects);
      setPhase({ kind: "asking", objects, foreseen });
    };
    compare().catch((error: unknown) => setPhase({ kind: "failed", message: inWords(error) }));
    return () => control.abort();
  }, [own, gather, control]);
  const keep = async (objects: readonly KubeObject[], replace: boolean) => {
    setPhase({ kind: "working", progress: { done: 0, total: objects.length } });
    try {
      const reports = await createObjects({ handle: own.handle, userAgent: agent }, objects, {
        existing: replace ? "replace" : "leave",
        signal: control.signal,
        onProgress: (progress) => setPhase({ kind: "working", progress }),
      });
      setPhase({ kind: "done", reports });
    } catch (error) {
      setPhase({ kind: "failed", message: inWords(error) });
    }
  };
  return { phase, keep };
}

const namesOf = (reports: readonly ObjectReport[], outcome: Outcome): readonly string[] =>
  reports.filter((report) => report.outcome === outcome).map(({ object }) => `${object.kind ?? ""} ${nameOf(object)}`);

function Foreseen({ reports }: { readonly reports: readonly ObjectReport[] }) {
  const failed = reports.filter(({ outcome }) => outcome === "failed");
  const [created, unchanged, left] = [
    namesOf(reports, "created"),
    namesOf(reports, "unchanged"),
    namesOf(reports, "left"),
  ];
  return (
    <>
      <p>
        {plural(created.length, "object")} will be created on your server.
        {unchanged.length === 0
          ? ""
          : ` ${plural(unchanged.length, "object")} ${unchanged.length === 1 ? "is" : "are"} there already.`}
      </p>
      {left.length === 0 ? null : (
        <Note tone="warning">
          You have {plural(left.length, "object")} with the same name and other content, which{" "}
          {left.length === 1 ? "stays" : "stay"} as it is: <Names names={left} />
        </Note>
      )}
      <Failures reports={failed} />
    </>
  );
}

function Done({ reports }: { readonly reports: readonly ObjectReport[] }) {
  const count = (outcome: Outcome) => reports.filter((report) => report.outcome === outcome).length;
  const [replaced, left] = [count("replaced"), count("left")];
  return (
    <>
      <p role="status">
        {plural(count("created"), "object")} created{replaced === 0 ? "" : `, ${formatCount(replaced)} replaced`}
        {left === 0 ? "" : `, ${formatCount(left)} of yours left as they were`}.
      </p>
      <Failures reports={reports.filter(({ outcome }) => outcome === "failed")} />
    </>
  );
}

function Failures({ reports }: { readonly reports: readonly ObjectReport[] }) {
  if (reports.length === 0) return null;
  return (
    <Note tone="error">
      {plural(reports.length, "object")} rejected by the server:
      <ul className="kp-share-failures">
        {reports.slice(0, mostNames).map(({ object, message }, i) => (
          <li key={i}>
            {object.kind} {nameOf(object)}: {message}
          </li>
        ))}
      </ul>
    </Note>
  );
}

const mostNames = 20;

const Names = ({ names }: { readonly names: readonly string[] }) => (
  <>
    {names.slice(0, mostNames).join(", ")}
    {names.length > mostNames ? ` and ${formatCount(names.length - mostNames)} more` : ""}
  </>
);
