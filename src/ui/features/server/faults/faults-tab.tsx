import { useCallback, useEffect, useState } from "react";
import { messageOf } from "../../../../apimachinery/message-of.ts";
import { faultInWords, hitsInWords } from "../../../../client/fault-words.ts";
import type { FaultReport, FaultRule } from "../../../../client/faults.ts";
import { Button } from "../../../design/button.tsx";
import { EmptyState, Note, Skeleton } from "../../../design/feedback.tsx";
import { ActionMenu } from "../../../design/menu.tsx";
import { serverStatus } from "../../../state/server-status.ts";
import { usePage, whyUnchangeable, type Page } from "../../../state/page.ts";
import { draftOf, emptyDraft, faultPresets, ruleOf, type FaultDraft } from "./fault-draft.ts";
import { FaultForm } from "./fault-form.tsx";
import "./faults.css";

const readMs = 1000;

/** What is entered: a new rule, or the one with an id. */
interface Editing {
  readonly id: number | undefined;
  readonly draft: FaultDraft;
}

/** The rules of faults of the server, each with a sentence and how often it has hit: `#/server?tab=faults`. */
export function FaultsTab() {
  const page = usePage();
  const { reports, read } = useFaults(page);
  const [editing, setEditing] = useState<Editing | undefined>(undefined);
  const [problem, setProblem] = useState("");
  const why = whyUnchangeable(page);
  const attempt = async (work: () => Promise<unknown>): Promise<void> => {
    try {
      await work();
      setProblem("");
      setEditing(undefined);
    } catch (error) {
      setProblem(messageOf(error));
    }
    await Promise.all([read(), serverStatus.of(page).getState().refresh()]);
  };
  const { inspect } = page;
  const edit = (id: number | undefined, rule: FaultDraft) => {
    setProblem("");
    setEditing({ id, draft: rule });
  };
  return (
    <div className="fill scroll pad" role="region" aria-label="Faults" tabIndex={0}>
      <div className="kp-sheet stack">
        <h2 className="kp-page-title">Faults</h2>
        <p>
          Rules that make requests fail as they do in clusters that are busy, broken or far away: to see what clients
          make of it. Requests of the page’s own views and of the server’s controllers are spared, unless a rule names
          them. Rules end with the server.
        </p>
        {why === undefined ? (
          <FaultTools
            hasRules={(reports ?? []).length > 0}
            onAdd={(rule) => edit(undefined, rule)}
            onClear={() => void attempt(() => inspect.setFaults([]))}
          />
        ) : (
          <Note tone="info">{why}</Note>
        )}
        {editing === undefined ? null : (
          <FaultForm
            key={editing.id ?? "new"}
            draft={editing.draft}
            isNew={editing.id === undefined}
            problem={problem}
            onDraft={(draft) => setEditing({ ...editing, draft })}
            onSave={() => {
              const rule = ruleOf(editing.draft);
              void attempt(() =>
                editing.id === undefined ? inspect.addFault(rule) : inspect.changeFault(editing.id, rule),
              );
            }}
            onCancel={() => setEditing(undefined)}
          />
        )}
        {problem !== "" && editing === undefined ? <Note tone="error">{problem}</Note> : null}
        <Rules
          reports={reports}
          isReadOnly={why !== undefined}
          onEdit={({ id, rule }) => edit(id, draftOf(rule))}
          onRemove={({ id }) => void attempt(() => inspect.removeFault(id))}
        />
      </div>
    </div>
  );
}

/** Reads the rules about once a second. */
function useFaults({ inspect, clock }: Page) {
  const [reports, setReports] = useState<readonly FaultReport[] | undefined>(undefined);
  const read = useCallback(
    () => inspect.faults().then(setReports, () => undefined), // what is wrong with the server is told by the top bar
    [inspect],
  );
  useEffect(() => {
    let cancel: (() => void) | undefined;
    let ended = false;
    const again = async (): Promise<void> => {
      await read();
      if (!ended) cancel = clock.after(readMs, () => void again());
    };
    void again();
    return () => {
      ended = true;
      cancel?.();
    };
  }, [read, clock]);
  return { reports, read };
}

function FaultTools({
  hasRules,
  onAdd,
  onClear,
}: {
  readonly hasRules: boolean;
  readonly onAdd: (draft: FaultDraft) => void;
  readonly onClear: () => void;
}) {
  const entries = faultPresets.map(([label, rule]: readonly [string, FaultRule]) => ({
    label,
    onSelect: () => onAdd(draftOf(rule)),
  }));
  return (
    <div className="row wrap">
      <Button tone="primary" icon="plus" onClick={() => onAdd(emptyDraft)}>
        New rule
      </Button>
      <ActionMenu trigger={<Button>Presets</Button>} entries={entries} />
      <Button tone="danger" icon="stop" disabled={!hasRules} onClick={onClear}>
        Switch off all
      </Button>
    </div>
  );
}

interface RulesProps {
  readonly reports: readonly FaultReport[] | undefined;
  readonly isReadOnly: boolean;
  readonly onEdit: (report: FaultReport) => void;
  readonly onRemove: (report: FaultReport) => void;
}

function Rules({ reports, isReadOnly, onEdit, onRemove }: RulesProps) {
  if (reports === undefined) return <Skeleton lines={3} />;
  if (reports.length === 0)
    return (
      <EmptyState icon="warning" title="No rule is in effect">
        Every request is answered as the server would. The first rule that takes a request decides what becomes of it.
      </EmptyState>
    );
  return (
    <ol className="kp-faults" aria-label="Rules of faults">
      {reports.map((report) => {
        const name = report.rule.name ?? report.rule.fault;
        return (
          <li key={report.id}>
            <div className="grow">
              <p>
                <strong>{name}</strong>. {faultInWords(report.rule)}
              </p>
              <p className="quiet">{hitsInWords(report)}</p>
            </div>
            {isReadOnly ? null : (
              <div className="row">
                <Button size="small" icon="edit" aria-label={`Edit ${name}`} onClick={() => onEdit(report)}>
                  Edit
                </Button>
                <Button size="small" icon="close" aria-label={`Remove ${name}`} onClick={() => onRemove(report)}>
                  Remove
                </Button>
              </div>
            )}
          </li>
        );
      })}
    </ol>
  );
}
