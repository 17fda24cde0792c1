import { faultInWords } from "../../../../client/fault-words.ts";
import { Button } from "../../../design/button.tsx";
import { Note } from "../../../design/feedback.tsx";
import { Field, Select, TextInput } from "../../../design/field.tsx";
import {
  choiceLabels,
  faultLabels,
  isOfRequests,
  ofFaults,
  ruleOf,
  type FaultChoice,
  type FaultDraft,
  type TextField,
} from "./fault-draft.ts";

interface FaultFormProps {
  readonly draft: FaultDraft;
  readonly isNew: boolean;
  /** Why the rule was refused; "" if it was not. */
  readonly problem: string;
  readonly onDraft: (draft: FaultDraft) => void;
  readonly onSave: () => void;
  readonly onCancel: () => void;
}

/** The fields that choose requests, with what can be entered. */
const ofRequests: readonly (readonly [field: TextField, label: string, example: string])[] = [
  ["users", "Users", "alice, system:serviceaccount:default:*"],
  ["userAgents", "User-Agents", "kubectl*"],
  ["verbs", "Verbs", "get, list, watch, create, update, patch"],
  ["resources", "Resources", "pods, deployments/status"],
  ["groups", "API groups", "core, apps"],
  ["namespaces", "Namespaces", "default"],
  ["names", "Names of objects", "web"],
];

const ofChoices: Readonly<
  Record<FaultChoice, readonly (readonly [field: TextField, label: string, example: string])[]>
> = {
  each: [],
  nth: [["nth", "Numbers", "1, 3"]],
  every: [["every", "Every", "3"]],
  share: [
    ["share", "Share from 0 to 1", "0.25"],
    ["seed", "Seed", "1"],
  ],
};

const isKeyOf = <K extends string>(record: Readonly<Record<K, unknown>>, key: string): key is K => key in record;
const optionsOf = (labels: Readonly<Record<string, string>>): readonly (readonly [string, string])[] =>
  Object.entries(labels);

/** Enters a rule of faults, and says in a sentence what it does. */
export function FaultForm({ draft, isNew, problem, onDraft, onSave, onCancel }: FaultFormProps) {
  const { fault, choice } = draft;
  const input = (field: TextField, label: string, example = "") => (
    <FaultField key={field} draft={draft} field={field} label={label} example={example} onDraft={onDraft} />
  );
  return (
    <form
      className="kp-fault-form stack"
      aria-label={isNew ? "New rule" : "Change the rule"}
      onSubmit={(event) => {
        event.preventDefault();
        onSave();
      }}
    >
      <div className="kp-fault-fields">
        <Field label="What happens">
          {(ids) => (
            <Select
              {...ids}
              autoFocus
              value={fault}
              options={optionsOf(faultLabels)}
              onValue={(to) => {
                if (isKeyOf(faultLabels, to)) onDraft({ ...draft, fault: to });
              }}
            />
          )}
        </Field>
        {ofFaults.filter(([, , faults]) => faults.includes(fault)).map(([field, label]) => input(field, label))}
        {isOfRequests(fault) ? ofRequests.map(([field, label, example]) => input(field, label, example)) : null}
        <Field label="Which of them">
          {(ids) => (
            <Select
              {...ids}
              value={choice}
              options={optionsOf(choiceLabels)}
              onValue={(to) => {
                if (isKeyOf(choiceLabels, to)) onDraft({ ...draft, choice: to });
              }}
            />
          )}
        </Field>
        {ofChoices[choice].map(([field, label, example]) => input(field, label, example))}
        {input("times", "How many at most")}
        {input("name", "Name in the log", fault)}
      </div>
      <p role="status">{faultInWords(ruleOf(draft))}</p>
      {problem === "" ? null : <Note tone="error">{problem}</Note>}
      <div className="row">
        <Button type="submit" tone="primary">
          {isNew ? "Add the rule" : "Change the rule"}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}

function FaultField({
  draft,
  field,
  label,
  example,
  onDraft,
}: Pick<FaultFormProps, "draft" | "onDraft"> & {
  readonly field: TextField;
  readonly label: string;
  readonly example: string;
}) {
  return (
    <Field label={label}>
      {(ids) => (
        <TextInput
          {...ids}
          placeholder={example}
          value={draft.texts[field] ?? ""}
          onValue={(text) => onDraft({ ...draft, texts: { ...draft.texts, [field]: text } })}
        />
      )}
    </Field>
  );
}
