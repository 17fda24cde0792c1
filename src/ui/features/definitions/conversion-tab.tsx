import { CodeEditor } from "../../code/code-editor.tsx";
import { conversionFunctions, type KeptFunction } from "../../conversion/functions.ts";
import { Button } from "../../design/button.tsx";
import { EmptyState } from "../../design/feedback.tsx";
import { Panes } from "../../design/panes.tsx";
import { useNarrow } from "../../platform/media.ts";
import { ConversionTrialPane } from "./conversion-trial.tsx";
import { asksWebhook, functionTemplate } from "./model/conversion-text.ts";
import type { TabProps } from "./schema-tab.tsx";

/** A function in the place of the definition's conversion webhook: written, tried both ways, registered. */
export function ConversionTab(props: TabProps) {
  const { definition } = props;
  const kept = conversionFunctions.use((state) => state.kept[definition.name]);
  if (!asksWebhook(definition)) return <NoWebhook />;
  return <FunctionBench {...props} kept={kept} source={kept?.source ?? functionTemplate(definition)} />;
}

function NoWebhook() {
  return (
    <EmptyState icon="definitions" title="Versions differ by their names only">
      The strategy is None: an object is given out under the name of any version, and what that version does not know is
      left away. Where fields have moved or changed, say strategy: Webhook under spec.conversion, with a webhook (any
      https address: nobody calls it from a browser) and conversionReviewVersions: [v1]. Then a function that is written
      here takes the webhook&apos;s place.
    </EmptyState>
  );
}

interface FunctionBenchProps extends TabProps {
  readonly kept: KeptFunction | undefined;
  readonly source: string;
}

function FunctionBench(props: FunctionBenchProps) {
  const narrow = useNarrow();
  const { definition, source } = props;
  const edit = conversionFunctions.use((state) => state.edit);
  const text = (
    <CodeEditor
      key={definition.name}
      label="Conversion function"
      language="javascript"
      value={source}
      onValue={(next) => edit(definition.name, next)}
    />
  );
  if (narrow)
    return (
      <div className="column fill scroll kp-conversion-stack" tabIndex={0} role="region" aria-label="Conversion">
        <RegisterBar {...props} />
        <WhereItRuns />
        {text}
        <ConversionTrialPane {...props} />
      </div>
    );
  return (
    <div className="column fill">
      <RegisterBar {...props} />
      <WhereItRuns />
      <Panes
        id="conversion"
        direction="vertical"
        panes={[
          { id: "function", size: 44, min: 100, content: <div className="column fill">{text}</div> },
          { id: "trial", size: 56, min: 140, content: <ConversionTrialPane {...props} /> },
        ]}
      />
    </div>
  );
}

const WhereItRuns = () => (
  <p className="kp-conversion-words small quiet">
    A browser cannot call a webhook, so this function is asked in its place. It runs in a worker of its own, without
    network and database; what it throws, clients are told. It is remembered with the definition and serves all tabs as
    long as one is open.
  </p>
);

function RegisterBar({ definition, kept, source }: FunctionBenchProps) {
  const { edit, register, takeAway } = conversionFunctions.use((state) => state);
  const isCurrent = kept?.registered === source;
  const onRegister = () => {
    edit(definition.name, source);
    register(definition.name);
  };
  return (
    <div className="kp-body-bar row wrap">
      <p role="status" className="grow">
        {stateInWords(kept, source)}
      </p>
      {kept?.registered === undefined ? null : (
        <Button size="small" onClick={() => takeAway(definition.name)}>
          Take it away
        </Button>
      )}
      <Button size="small" tone="primary" disabled={isCurrent} onClick={onRegister}>
        {kept?.registered === undefined ? "Register" : "Register the new text"}
      </Button>
    </div>
  );
}

function stateInWords(kept: KeptFunction | undefined, source: string): string {
  if (kept?.registered === undefined) return "The function is not registered: the server finds nobody who converts.";
  return kept.registered === source
    ? "The server asks this function."
    : "The server asks the function as it was when it was registered.";
}
