import { useEffect, useState } from "react";
import { messageOf } from "../../../apimachinery/message-of.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import { createObjects, foreseeObjects, type ObjectReport, type Outcome } from "../../../share/create-objects.ts";
import { pageAgent } from "../../data/send.ts";
import { formatCount, plural } from "../../data/words.ts";
import { Button } from "../../design/button.tsx";
import { Modal } from "../../design/dialog.tsx";
import { Note, Skeleton } from "../../design/feedback.tsx";
import { Check } from "../../design/field.tsx";
import { usePage } from "../../state/page.ts";
import { Failures, KeepPreview } from "./keep-preview.tsx";
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
  const [replaced, setReplaced] = useState<ReadonlySet<KubeObject>>(new Set());
  const [withView, setWithView] = useState(false);
  const close = () => (phase.kind === "done" ? onKept(withView) : onClose());
  return (
    <Modal open onClose={close} title="Keep it on my server" wide>
      <div className="stack">
        {phase.kind === "comparing" ? <Skeleton lines={3} /> : null}
        {phase.kind === "asking" ? (
          <>
            <KeepPreview reports={phase.foreseen} replaced={replaced} onReplaced={setReplaced} />
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
                if (phase.kind === "asking") void keep(phase.objects, replaced);
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
      const foreseen = await foreseeObjects({ handle: own.handle, userAgent: pageAgent }, objects);
      setPhase({ kind: "asking", objects, foreseen });
    };
    compare().catch((error: unknown) => setPhase({ kind: "failed", message: messageOf(error) }));
    return () => control.abort();
  }, [own, gather, control]);
  const keep = async (objects: readonly KubeObject[], replaced: ReadonlySet<KubeObject>) => {
    setPhase({ kind: "working", progress: { done: 0, total: objects.length } });
    try {
      const reports = await createObjects({ handle: own.handle, userAgent: agent }, objects, {
        existing: (object) => (replaced.has(object) ? "replace" : "leave"),
        signal: control.signal,
        onProgress: (progress) => setPhase({ kind: "working", progress }),
      });
      setPhase({ kind: "done", reports });
    } catch (error) {
      setPhase({ kind: "failed", message: messageOf(error) });
    }
  };
  return { phase, keep };
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
