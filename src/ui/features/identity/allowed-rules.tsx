import type { ActingAs } from "../../data/impersonating.ts";
import { useAnswer } from "../../data/use-answer.ts";
import { Field } from "../../design/field.tsx";
import { Badge, Note, Skeleton } from "../../design/feedback.tsx";
import { NamespaceField } from "../../shared/namespace-field.tsx";
import { StatusNote } from "../../shared/status-note.tsx";
import { usePage } from "../../state/page.ts";
import { navigate, withParameters, type Route } from "../../state/route.ts";
import { askWhatIMay, type Allowed, type AllowedRow } from "./reviews.ts";

/** Lists what the user may do in a namespace, according to the server's authorizer. */
export function AllowedRules({ route, as }: { readonly route: Route; readonly as: ActingAs | undefined }) {
  const page = usePage();
  const namespace = route.parameters["ns"] ?? "default";
  const { value, refused, waiting } = useAnswer(`${namespace} ${JSON.stringify(as)}`, (signal) =>
    askWhatIMay(page, namespace, signal),
  );
  const title = as === undefined ? "What may I do?" : `What may ${as.user} do?`;
  return (
    <section aria-label="What may I do" aria-busy={waiting}>
      <div className="row wrap">
        <h2 className="grow">{title}</h2>
        <Field label="Namespace">
          {(ids) => (
            <NamespaceField
              field={ids}
              value={namespace}
              onValue={(name) =>
                navigate(withParameters(route, { ns: name === "default" || name === "" ? undefined : name }), true)
              }
            />
          )}
        </Field>
      </div>
      {refused === undefined ? null : <StatusNote status={refused} />}
      {value === undefined ? (
        refused === undefined ? (
          <Skeleton lines={6} />
        ) : null
      ) : (
        <Rules allowed={value} namespace={namespace} />
      )}
    </section>
  );
}

function Rules({
  allowed: { resources, paths, incomplete },
  namespace,
}: {
  readonly allowed: Allowed;
  readonly namespace: string;
}) {
  return (
    <>
      {incomplete === undefined ? null : (
        <Note tone="warning">The list may be incomplete{incomplete === "" ? "." : `: ${incomplete}`}</Note>
      )}
      <RuleTable label={`Resources in ${namespace} and of the cluster`} head="Resource" rows={resources} />
      <RuleTable label="Non-resource URLs" head="Path" rows={paths} />
    </>
  );
}

function RuleTable({
  label,
  head,
  rows,
}: {
  readonly label: string;
  readonly head: string;
  readonly rows: readonly AllowedRow[];
}) {
  return (
    <table className="kp-id-rules" aria-label={label}>
      <caption>{label}</caption>
      <thead>
        <tr>
          <th scope="col">{head}</th>
          <th scope="col">Verbs</th>
        </tr>
      </thead>
      <tbody>
        {rows.length === 0 ? (
          <tr>
            <td colSpan={2} className="quiet">
              Nothing.
            </td>
          </tr>
        ) : (
          rows.map((row) => (
            <tr key={`${row.group}/${row.what}/${row.names}`}>
              <th scope="row">
                <code>{row.what === "*" && row.group === "*" ? "everything" : row.what}</code>
                {row.group === "" || row.group === "*" ? null : <span className="quiet small"> {row.group}</span>}
                {row.names === "" ? null : <span className="quiet small"> only {row.names}</span>}
              </th>
              <td>
                {row.verbs.map((verb) => (
                  <Badge key={verb} tone={verb === "*" ? "warning" : toneOf(verb)}>
                    {verb === "*" ? "all verbs" : verb}
                  </Badge>
                ))}
              </td>
            </tr>
          ))
        )}
      </tbody>
    </table>
  );
}

const reading: ReadonlySet<string> = new Set(["get", "list", "watch"]);

const toneOf = (verb: string): "neutral" | "info" => (reading.has(verb) ? "neutral" : "info");
