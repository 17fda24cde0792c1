import { useState } from "react";
import { isRecord } from "../../../apimachinery/is-record.ts";
import { textOf } from "../../../apimachinery/text-of.ts";
import { CodeEditor } from "../../code/code-editor.tsx";
import { EmptyState } from "../../design/feedback.tsx";
import { Select } from "../../design/field.tsx";
import { RegisterBar } from "../../functions/register-bar.tsx";
import { webhookFunctions } from "../../functions/webhook-functions.ts";
import type { BenchTabProps } from "./bench-tab.ts";

const unregistered = "The function is not registered, so the webhook fails: a browser cannot call it.";

/** The names of the webhooks of a configuration. */
const webhookNames = (configuration: unknown): readonly string[] => {
  const webhooks: unknown = isRecord(configuration) ? configuration["webhooks"] : undefined;
  return Array.isArray(webhooks)
    ? webhooks.flatMap((webhook: unknown) => (isRecord(webhook) ? textOf(webhook["name"]) || [] : []))
    : [];
};

const template = (
  isMutating: boolean,
): string => `// Called with an AdmissionReview for each request that the webhook matches.
function review({ request }) {
  const { operation, object } = request;
${
  isMutating
    ? `  return {
    allowed: true,
    patch: [{ op: "add", path: "/metadata/annotations", value: { seen: operation } }],
  };`
    : `  if (object?.metadata.name.startsWith("test-"))
    return { allowed: false, status: { message: "names must not begin with test-" } };
  return { allowed: true };`
}
}
`;

/** The editor of the functions that take the place of the webhooks of a configuration. */
export function FunctionTab({ bench, policy }: BenchTabProps) {
  const names = webhookNames(policy.value);
  const [wanted, setWanted] = useState("");
  const name = names.find((one) => one === wanted) ?? names[0];
  const kept = webhookFunctions.use((state) => state.kept);
  const edit = webhookFunctions.use((state) => state.edit);
  if (name === undefined)
    return (
      <EmptyState icon="policies" title="No webhooks">
        The configuration has no webhook with a name.
      </EmptyState>
    );
  const source = kept[name]?.source ?? bench.functions[name] ?? template(policy.kind.startsWith("Mutating"));
  return (
    <div className="column fill">
      {names.length < 2 ? null : (
        <div className="kp-body-bar row">
          <Select
            aria-label="Webhook"
            options={names.map((one) => [one, one] as const)}
            value={name}
            onValue={setWanted}
          />
        </div>
      )}
      <RegisterBar store={webhookFunctions} name={name} source={source} unregistered={unregistered} />
      <div className="kp-bench-words small quiet">
        <p>
          This function answers in place of <code>{name}</code>. It runs in its own worker without access to network and
          storage, and serves all tabs while one is open. Once it is registered, the matrix asks it too. A script can do
          the same: <code>kubepad.registerWebhook(name, review)</code>.
        </p>
      </div>
      <CodeEditor
        key={name}
        label="Webhook function"
        language="javascript"
        value={source}
        onValue={(next) => edit(name, next)}
      />
    </div>
  );
}
