import { useMemo, useState } from "react";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import { isSecret, type Companion } from "../../../share/companions.ts";
import { sharedObjects } from "../../../share/collect-objects.ts";
import { formatBytes, formatCount, plural } from "../../data/words.ts";
import { Button } from "../../design/button.tsx";
import { Modal } from "../../design/dialog.tsx";
import { Note, Skeleton } from "../../design/feedback.tsx";
import { Check, Field, Select, TextInput } from "../../design/field.tsx";
import { copy } from "../../state/copy.ts";
import { identity } from "../../state/identity.ts";
import { usePage } from "../../state/page.ts";
import { CompanionChoice } from "./companion-choice.tsx";
import { ObjectChoice } from "./object-choice.tsx";
import {
  broughtObjects,
  companionsIn,
  firstChoices,
  hasEnteredSecrets,
  historyOf,
  objectsIn,
  partsIn,
  type Shareable,
  type ShareChoices,
} from "./share-choices.ts";
import { settingsInWords } from "./share-words.ts";
import { SaveButtons } from "./save-buttons.tsx";
import { mostLinked, useShareable, useShareLink, type ShareLink } from "./use-shareable.ts";
import { isShareable, labelOfView, requestsOf } from "./view-entries.ts";
import "./share.css";

/** Makes a link or a file of the view, chosen objects and what belongs to them. */
export function ShareDialog({ onClose }: { readonly onClose: () => void }) {
  const { shareable, trouble } = useShareable();
  return (
    <Modal open onClose={onClose} title="Share" wide>
      {trouble === "" ? null : <Note tone="error">{trouble}</Note>}
      {shareable === undefined ? (
        trouble === "" && <Skeleton lines={6} />
      ) : (
        <ShareForm shareable={shareable} onClose={onClose} />
      )}
    </Modal>
  );
}

function ShareForm({ shareable, onClose }: { readonly shareable: Shareable; readonly onClose: () => void }) {
  const page = usePage();
  const [choices, setChoices] = useState(() => firstChoices(page, shareable));
  const change = (part: Partial<ShareChoices>) => setChoices({ ...choices, ...part });
  const companions = useMemo(() => companionsIn(choices, shareable), [choices, shareable]);
  const objects = useMemo(() => objectsIn(choices, shareable, companions), [choices, shareable, companions]);
  const brought = useMemo(() => broughtObjects(choices, shareable, objects), [choices, shareable, objects]);
  const parts = useMemo(() => partsIn(page, choices, shareable), [page, choices, shareable]);
  const linked = useMemo(
    () => (brought.length > mostLinked ? undefined : { objects: sharedObjects(brought), ...parts }),
    [brought, parts],
  );
  const link = useShareLink(linked);
  return (
    <>
      <Choices shareable={shareable} companions={companions} choices={choices} onChange={change} />
      <SecretsNote objects={objects} entered={choices.enteredSecrets && hasEnteredSecrets(page, choices)} />
      <LinkResult link={link} />
      <div className="kp-dialog-actions">
        <SaveButtons
          objects={brought}
          parts={parts}
          history={(options) => historyOf(page, choices, objects, options)}
        />
        <Button onClick={onClose}>Close</Button>
      </div>
    </>
  );
}

function Choices({
  shareable: { objects, settings },
  companions,
  choices,
  onChange,
}: {
  readonly shareable: Shareable;
  readonly companions: readonly Companion[];
  readonly choices: ShareChoices;
  readonly onChange: (part: Partial<ShareChoices>) => void;
}) {
  const page = usePage();
  const as = identity.use((state) => state.as);
  const [requests] = useState(() => requestsOf(page, true).length);
  return (
    <fieldset className="kp-share-choices">
      <legend className="unseen">What to share</legend>
      {isShareable(page.route.getState()) ? (
        <Check
          label={`This view: ${labelOfView(page)}`}
          checked={choices.view}
          onChecked={(view) => onChange({ view })}
        />
      ) : null}
      <ObjectChoices objects={objects} companions={companions} choices={choices} onChange={onChange} />
      {settings === undefined ? null : (
        <Check
          label={`Server settings: ${settingsInWords(settings)}`}
          checked={choices.settings}
          onChecked={(value) => onChange({ settings: value })}
        />
      )}
      {as === undefined ? null : (
        <Check
          label={`The user to act as: ${as.user}`}
          checked={choices.identity}
          onChecked={(value) => onChange({ identity: value })}
        />
      )}
      {requests === 0 ? null : (
        <Check
          label={`${plural(requests, "request")} of the console, without headers`}
          checked={choices.requests}
          onChecked={(value) => onChange({ requests: value })}
        />
      )}
      {hasEnteredSecrets(page, choices) ? (
        <Check
          label="What was entered with Secrets or tokens in it too"
          checked={choices.enteredSecrets}
          onChecked={(value) => onChange({ enteredSecrets: value })}
        />
      ) : null}
      {choices.objects === "none" || objects.length === 0 ? null : (
        <Check
          label="Earlier states of the objects, in files"
          checked={choices.history}
          onChecked={(value) => onChange({ history: value })}
        />
      )}
    </fieldset>
  );
}

/** Chooses objects, and what comes along with them. */
function ObjectChoices({
  objects,
  companions,
  choices,
  onChange,
}: {
  readonly objects: readonly KubeObject[];
  readonly companions: readonly Companion[];
  readonly choices: ShareChoices;
  readonly onChange: (part: Partial<ShareChoices>) => void;
}) {
  const secrets = objects.filter(isSecret).length;
  return (
    <>
      <Field label="Objects">
        {(ids) => (
          <Select
            {...ids}
            value={choices.objects}
            onValue={(value) => onChange({ objects: value === "all" || value === "some" ? value : "none" })}
            options={[
              ["all", `All: ${plural(objects.length, "object")}`],
              ["some", "Chosen ones, and what they need"],
              ["none", "None"],
            ]}
          />
        )}
      </Field>
      {choices.objects === "all" && secrets > 0 ? (
        <Check
          label={`${plural(secrets, "Secret")} too`}
          checked={choices.secrets}
          onChecked={(value) => onChange({ secrets: value })}
        />
      ) : null}
      {choices.objects === "some" ? (
        <>
          <ObjectChoice objects={objects} chosen={choices.chosen} onChosen={(chosen) => onChange({ chosen })} />
          <CompanionChoice
            companions={companions}
            onTaken={(object, isTaken) => onChange({ along: new Map([...choices.along, [object, isTaken]]) })}
          />
        </>
      ) : null}
    </>
  );
}

function SecretsNote({ objects, entered }: { readonly objects: readonly KubeObject[]; readonly entered: boolean }) {
  const secrets = objects.filter(isSecret).length;
  if (secrets === 0 && !entered) return null;
  const what = [...(secrets === 0 ? [] : [plural(secrets, "Secret")]), ...(entered ? ["what you entered"] : [])];
  return <Note tone="warning">{what.join(" and ")} will be readable by everyone who gets the link or the file.</Note>;
}

function LinkResult({ link }: { readonly link: ShareLink }) {
  const page = usePage();
  if (link.kind === "making") return <Skeleton lines={2} />;
  if (link.kind === "too-long")
    return (
      <Note tone="info">
        {link.length === undefined
          ? "This is too much for a link."
          : `A link of this would have ${formatBytes(link.length)}; links have 8 KB at most.`}{" "}
        Save it as a file instead.
      </Note>
    );
  return (
    <Field label="Link" hint={`${formatCount(link.link.length)} characters. Everything is in the link itself.`}>
      {(ids) => (
        <div className="row">
          <TextInput
            {...ids}
            className="grow"
            readOnly
            value={link.link}
            onValue={() => undefined}
            onFocus={(event) => event.currentTarget.select()}
          />
          <Button tone="primary" icon="copy" onClick={() => void copy(page, link.link, "Link copied.")}>
            Copy link
          </Button>
        </div>
      )}
    </Field>
  );
}
