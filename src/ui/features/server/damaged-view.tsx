import { useEffect, useState } from "react";
import { messageOf } from "../../../apimachinery/message-of.ts";
import type { DamageReport, DatabaseRescue } from "../../../worker/kubepad.ts";
import { plural } from "../../data/words.ts";
import { Button } from "../../design/button.tsx";
import { Confirm } from "../../design/dialog.tsx";
import { Note, Skeleton } from "../../design/feedback.tsx";
import { saveFile } from "../../platform/files.ts";
import { usePage } from "../../state/page.ts";

type Asked = "repair" | "anew";

const questions = {
  repair: {
    title: "Repair the data?",
    action: "Repair",
    words: "The stored data is replaced by what can be read of it. What is lost cannot be read afterwards either.",
  },
  anew: {
    title: "Start anew?",
    action: "Delete everything",
    words: "All stored objects are deleted, also those that can still be read. The server starts as a new one.",
  },
} as const;

/** What is damaged in the stored data, and what can be done: nothing is changed until the reader chooses. */
export function DamagedView({ rescue }: { readonly rescue: DatabaseRescue }) {
  const page = usePage();
  const reason = page.leadership.get().reason ?? "";
  const [report, setReport] = useState<DamageReport | undefined>(undefined);
  const [problem, setProblem] = useState("");
  const [asked, setAsked] = useState<Asked | undefined>(undefined);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    rescue.examine().then(setReport, (error: unknown) => setProblem(messageOf(error)));
  }, [rescue]);
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  const exportReadable = () =>
    attempt(async () => {
      const day = new Date(page.clock.now()).toISOString().slice(0, 10);
      if (report !== undefined) saveFile(`kubepad-${day}.kubepad`, new Uint8Array(await report.writeExport()));
    });
  const confirmed = (what: Asked) =>
    attempt(async () => {
      await (what === "repair" ? rescue.repair() : rescue.startAnew());
      location.reload();
    });
  return (
    <main className="fill scroll pad" id="main" tabIndex={-1} aria-labelledby="place-title">
      <div className="kp-sheet stack">
        <h1 className="kp-page-title" id="place-title">
          The stored data is damaged
        </h1>
        <Note tone="error">{reason}</Note>
        {problem === "" ? null : <Note tone="error">{problem}</Note>}
        {report === undefined ? problem === "" ? <Skeleton lines={4} /> : null : <Findings report={report} />}
        <div className="row wrap">
          <Button icon="download" disabled={busy || report === undefined} onClick={() => void exportReadable()}>
            Export what can be read
          </Button>
          <Button tone="primary" disabled={busy || report === undefined} onClick={() => setAsked("repair")}>
            Repair…
          </Button>
          <Button icon="clear" tone="danger" disabled={busy} onClick={() => setAsked("anew")}>
            Start anew…
          </Button>
        </div>
      </div>
      <Confirm
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={questions[asked ?? "repair"].title}
        action={questions[asked ?? "repair"].action}
        onConfirm={() => {
          if (asked !== undefined) void confirmed(asked);
        }}
      >
        <p>{questions[asked ?? "repair"].words}</p>
      </Confirm>
    </main>
  );
}

function Findings({ report }: { readonly report: DamageReport }) {
  return (
    <section aria-label="Findings" className="stack">
      <h2>{plural(report.objects, "object")} can be read</h2>
      <ul>
        {report.findings.map((finding) => (
          <li key={finding}>{finding}</li>
        ))}
      </ul>
    </section>
  );
}
