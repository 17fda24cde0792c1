import { useRef } from "react";
import { MarkedEditor, selectLine, type LineMark } from "../../code/marked-editor.tsx";
import { looksLikeJson } from "../../../assist/language.ts";
import { Button, IconButton } from "../../design/button.tsx";
import { TextInput } from "../../design/field.tsx";
import { Panes } from "../../design/panes.tsx";
import { targetOf } from "../../kube/resource.ts";
import { Swatch } from "../../ownership/swatch.tsx";
import { isReadOnly, usePage } from "../../state/page.ts";
import { useManifestAssist } from "../../state/use-manifest-assist.ts";
import type { Actor } from "./bench.ts";
import { liveObjects } from "./live-store.ts";
import { OutcomePane } from "./outcome-pane.tsx";
import { lineMarks } from "./outcome-words.ts";
import { benches } from "./store.ts";
import { applyNow } from "./apply-now.ts";
import { isCurrent, useWhatIf } from "./use-what-if.ts";

export interface ActorColumnProps {
  readonly actor: Actor;
  readonly tones: ReadonlyMap<string, number>;
  /** Keeps the column mounted but not displayed. */
  readonly hidden: boolean;
  readonly removable: boolean;
}

/** A text that has not been parsed yet has no marks. */
const noMarks: ReadonlyMap<number, LineMark> = new Map();

/** The column of one actor: its name, its manifest, and the predicted outcome of applying it. */
export function ActorColumn({ actor, tones, hidden, removable }: ActorColumnProps) {
  useWhatIf(actor);
  const page = usePage();
  const assist = useManifestAssist({ expected: undefined, partial: true });
  const field = useRef<HTMLTextAreaElement>(null);
  const edit = benches.use((state) => state.edit);
  const linked = benches.use((state) => state.bench.linked === true);
  const reading = benches.use((state) => state.readings[actor.id]);
  const outcome = benches.use((state) => state.outcomes[actor.id]);
  const live = liveObjects.use((state) => state.objects[reading?.kind === "read" ? targetOf(reading.path) : ""]);
  const marks = reading?.text === actor.text ? lineMarks(reading, outcome) : noMarks;
  const who = nameOfActor(actor);
  const apply = () => applyNow(page, actor, undefined);
  const resolve: Parameters<typeof OutcomePane>[0]["onResolve"] = async (choice) => {
    if (outcome?.kind === "conflict" && (await applyNow(page, actor, { conflicts: outcome.conflicts, choice })))
      field.current?.focus();
  };
  const editor = (
    <MarkedEditor
      label={`Manifest of ${who}`}
      language={looksLikeJson(actor.text) ? "json" : "yaml"}
      value={actor.text}
      marks={marks}
      field={field}
      assist={assist}
      onValue={(text) => edit(actor.id, { text })}
      onSubmit={() => void apply()}
    />
  );
  const follows = (
    <OutcomePane
      manager={who}
      reading={reading}
      outcome={outcome}
      current={isCurrent(outcome, actor, reading, live)}
      linked={linked}
      tones={tones}
      onLine={(line) => selectLine(field.current, line)}
      onResolve={resolve}
    />
  );
  return (
    <section className="column kp-actor" aria-label={`Actor ${who}`} hidden={hidden}>
      <ActorHead actor={actor} removable={removable} onApply={() => void apply()} />
      <Panes
        id="apply-actor"
        direction="vertical"
        panes={[
          { id: "manifest", size: 50, min: 90, content: editor },
          { id: "what if", size: 50, min: 90, content: follows },
        ]}
      />
    </section>
  );
}

const nameOfActor = ({ manager }: Actor): string => (manager === "" ? "somebody" : manager);

interface ActorHeadProps extends Pick<ActorColumnProps, "actor" | "removable"> {
  readonly onApply: () => void;
}

/** The actor's field manager name and its actions. */
function ActorHead({ actor, removable, onApply }: ActorHeadProps) {
  const { edit, leave } = benches.use((state) => state);
  const page = usePage();
  const { embed } = page;
  return (
    <div className="kp-actor-head">
      <Swatch tone={actor.tone} />
      <TextInput
        aria-label="Field manager"
        title="The name of the field manager for this apply"
        value={actor.manager}
        onValue={(manager) => edit(actor.id, { manager })}
      />
      {isReadOnly(page) ? null : (
        <Button size="small" icon="send" onClick={onApply} title="Ctrl+Enter or Cmd+Enter in the manifest applies too">
          Apply
        </Button>
      )}
      {removable && embed === undefined ? (
        <IconButton
          icon="close"
          size="small"
          label={`Remove ${nameOfActor(actor)} from the bench`}
          onClick={() => leave(actor.id)}
        />
      ) : null}
    </div>
  );
}
