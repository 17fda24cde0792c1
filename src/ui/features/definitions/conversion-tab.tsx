import { CodeEditor } from "../../code/code-editor.tsx";
import { conversionFunctions } from "../../functions/conversion-functions.ts";
import { RegisterBar } from "../../functions/register-bar.tsx";
import { EmptyState } from "../../design/feedback.tsx";
import { Panes } from "../../design/panes.tsx";
import { useNarrow } from "../../platform/media.ts";
import { ConversionTrialPane } from "./conversion-trial.tsx";
import { asksWebhook, functionTemplate } from "./model/conversion-text.ts";
import type { TabProps } from "./schema-tab.tsx";

/** Editor for a function that replaces the definition's conversion webhook, with a round-trip test and registration. */
export function ConversionTab(props: TabProps) {
  const { definition } = props;
  const kept = conversionFunctions.use((state) => state.kept[definition.name]);
  if (!asksWebhook(definition)) return <NoWebhook />;
  return <FunctionBench {...props} source={kept?.source ?? functionTemplate(definition)} />;
}

function NoWebhook() {
  return (
    <EmptyState icon="definitions" title="Versions differ only by name">
      The strategy is None: only apiVersion changes between versions, and fields that a version does not have are
      pruned. If fields moved or changed, set strategy: Webhook under spec.conversion, with a webhook (any https
      address, it is not called from a browser) and conversionReviewVersions: [v1]. A function that you write here then
      replaces the webhook.
    </EmptyState>
  );
}

const unregistered = "The function is not registered, so the server cannot convert objects.";

interface FunctionBenchProps extends TabProps {
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
      <div
        className="column fill scroll kp-bench-stack kp-conversion-stack"
        tabIndex={0}
        role="region"
        aria-label="Conversion"
      >
        <RegisterBar store={conversionFunctions} name={definition.name} source={source} unregistered={unregistered} />
        <WhereItRuns />
        {text}
        <ConversionTrialPane {...props} />
      </div>
    );
  return (
    <div className="column fill">
      <RegisterBar store={conversionFunctions} name={definition.name} source={source} unregistered={unregistered} />
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
  <div className="kp-bench-words small quiet">
    <p>
      A browser cannot call a webhook, so this function replaces it. It runs in its own worker without access to network
      and storage. Errors that it throws are returned to clients. It is saved with the definition and serves all tabs
      while one is open.
    </p>
  </div>
);
