import { CodeEditor } from "../../code/code-editor.tsx";
import { conversionFunctions } from "../../functions/conversion-functions.ts";
import { RegisterBar } from "../../functions/register-bar.tsx";
import { Button } from "../../design/button.tsx";
import { EmptyState } from "../../design/feedback.tsx";
import { Panes } from "../../design/panes.tsx";
import { useNarrow } from "../../platform/media.ts";
import { isReadOnly, usePage } from "../../state/page.ts";
import { tellError } from "../../state/tell-error.ts";
import { ConversionTrialPane } from "./conversion-trial.tsx";
import { asksWebhook, functionTemplate } from "./model/conversion-text.ts";
import { drafts } from "./draft-store.ts";
import { versionAfter, withConversion } from "./model/second-version.ts";
import type { TabProps } from "./schema-tab.tsx";

/** Editor for a function that replaces the definition's conversion webhook, with a round-trip test and registration. */
export function ConversionTab(props: TabProps) {
  const { definition } = props;
  const kept = conversionFunctions.use((state) => state.kept[definition.name]);
  if (!asksWebhook(definition)) return <NoWebhook {...props} />;
  return <FunctionBench {...props} source={kept?.source ?? functionTemplate(definition)} />;
}

/** What there is to convert, and a button that writes what a conversion needs into the text. */
function NoWebhook({ bench, definition }: TabProps) {
  const page = usePage();
  const edit = drafts.use((state) => state.edit);
  const [first] = definition.versions;
  const isOnly = definition.versions.length === 1;
  const next = versionAfter(first?.name ?? "v1");
  const add = async (): Promise<void> => {
    try {
      edit(bench.place, { text: await withConversion(bench.textNow(), definition) });
    } catch (error) {
      tellError(page, error);
    }
  };
  const isOneDocument = bench.documents.length === 1;
  const offer = (
    <Button tone="primary" icon="plus" disabled={!isOneDocument} onClick={() => void add()}>
      {isOnly ? `Add ${next} with a conversion` : "Convert by a function"}
    </Button>
  );
  return (
    <EmptyState
      icon="definitions"
      title={isOnly ? `${first?.name ?? "There"} is the only version` : "Versions differ only by name"}
      actions={isReadOnly(page) ? undefined : offer}
    >
      {isOnly
        ? `Objects are converted between versions. A second version, ${next}, begins with the schema of the first; change its fields, and say in a function how objects of one become objects of the other.`
        : "The strategy is None: only apiVersion changes between versions, and fields that a version does not have are pruned. If fields moved or changed, a function that you write here says how."}{" "}
      The text then has strategy: Webhook under spec.conversion, with an address that a browser does not call: the
      function takes its place.{isOneDocument ? "" : " Keep the definition in a text of its own for that."}
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
