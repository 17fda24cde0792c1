import { useState } from "react";
import { CodeEditor } from "../../code/code-editor.tsx";
import { Note } from "../../design/feedback.tsx";
import { Check } from "../../design/field.tsx";
import { Tabs } from "../../design/tabs.tsx";
import { inputTabs, type InputTab, type LabMode } from "../../cel/lab-state.ts";
import { lab } from "./store.ts";

const schemaTab: InputTab = { id: "schema", label: "Schema", placeholder: "type: object" };

const tabsOf = (mode: LabMode): readonly InputTab[] =>
  mode === "rule" ? [...inputTabs.rule, schemaTab] : inputTabs[mode];

/** Editors for the inputs of the evaluation and the schema used for type checking, in YAML. */
export function InputsPane() {
  const { state, change, setInput } = lab.use((all) => all);
  const unreadable = lab.use((all) => all.answer?.unreadable);
  const [chosen, setChosen] = useState("self");
  const tabs = tabsOf(state.mode);
  const tab = tabs.find(({ id }) => id === chosen) ?? tabs[0] ?? schemaTab;
  const value = tab.id === "schema" ? state.schema : (state.inputs[tab.id] ?? "");
  const problem = unreadable?.[tab.id];
  return (
    <section className="column fill" aria-label="Inputs">
      <Tabs label="Inputs" items={tabs} value={tab.id} onValue={setChosen} />
      {tab.id === "oldSelf" ? (
        <div className="kp-lab-note">
          <Check
            label="optionalOldSelf: run on create too, with oldSelf as an optional"
            checked={state.optionalOldSelf}
            onChecked={(optionalOldSelf) => change({ optionalOldSelf })}
          />
        </div>
      ) : null}
      <CodeEditor
        key={tab.id}
        value={value}
        language="yaml"
        label={tab.label}
        placeholder={tab.placeholder}
        onValue={(text) => (tab.id === "schema" ? change({ schema: text }) : setInput(tab.id, text))}
      />
      {problem === undefined ? null : (
        <div className="pad">
          <Note tone="error">{problem}</Note>
        </div>
      )}
    </section>
  );
}
