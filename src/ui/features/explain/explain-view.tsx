import { useMemo } from "react";
import { pageAgent, readText, refusal, RefusedError, send } from "../../data/send.ts";
import { useAnswer } from "../../data/use-answer.ts";
import { EmptyState, Intro, Skeleton } from "../../design/feedback.tsx";
import { Panes } from "../../design/panes.tsx";
import { Tree } from "../../design/tree.tsx";
import { useOpenLines } from "../../design/use-open-lines.ts";
import { groupPath } from "../../../client/resource-path.ts";
import { useNarrow } from "../../platform/media.ts";
import { StatusNote } from "../../shared/status-note.tsx";
import { usePage, type Page } from "../../state/page.ts";
import { navigate, withParameters, type Route } from "../../state/route.ts";
import { FieldDetails } from "./field-details.tsx";
import { KindBar } from "./kind-bar.tsx";
import { schemaOfKind, schemasOf, type Schemas } from "../../../client/openapi/schema-document.ts";
import { explainedKindOf, type ExplainedKind } from "./model/explained-kind.ts";
import { fieldAt, fieldOf } from "../../../client/openapi/schema-fields.ts";
import { keysAbove, linesOf, pathOf, type FieldLine } from "./model/lines.ts";
import "./explain.css";

/**
 * Documents a kind field by field, from the server's OpenAPI. Address: `#/explain/apps/v1/Deployment?f=spec/template`.
 */
export function ExplainView({ route }: { readonly route: Route }) {
  const page = usePage();
  const shown = explainedKindOf(route.parts.slice(1));
  const target = `/openapi/v3${groupPath(shown)}`;
  const { value, refused, waiting } = useAnswer(target, (signal) => readSchemas(page, target, signal));
  return (
    <section className="column fill kp-explain" aria-label="Explain">
      <KindBar shown={shown} path={pathOf(route.parameters["f"] ?? "")} />
      <Intro>
        Each field of a kind as the server documents it: its type, what it is for, its default, and its rules.
      </Intro>
      {refused === undefined || waiting ? null : (
        <div className="pad">
          <StatusNote status={refused} />
        </div>
      )}
      {waiting ? (
        <Skeleton lines={10} />
      ) : value === undefined ? null : (
        <Explained key={JSON.stringify(shown)} schemas={value} shown={shown} route={route} />
      )}
    </section>
  );
}

async function readSchemas(page: Page, target: string, signal: AbortSignal): Promise<Schemas> {
  const reply = await send(page.handle, pageAgent, { method: "GET", target, signal });
  const text = await readText(reply.body);
  if (reply.status >= 300) throw new RefusedError(refusal(reply.status, text));
  return text === "" ? {} : schemasOf(JSON.parse(text));
}

function Explained({
  schemas,
  shown,
  route,
}: {
  readonly schemas: Schemas;
  readonly shown: ExplainedKind;
  readonly route: Route;
}) {
  const narrow = useNarrow();
  const schema = useMemo(
    () => schemaOfKind(schemas, shown.group, shown.version, shown.kind),
    [schemas, shown.group, shown.version, shown.kind],
  );
  const root = useMemo(() => fieldOf(schemas, shown.kind, schema ?? {}, false), [schemas, schema, shown.kind]);
  const wanted = route.parameters["f"] ?? "";
  const found = useMemo(() => fieldAt(schemas, root, pathOf(wanted)), [schemas, root, wanted]);
  const selected = found === undefined ? "" : wanted;
  const [open, toggle] = useOpenLines(openAtFirst, selected, keysAbove(selected));
  const lines = useMemo(() => linesOf(schemas, root, open), [schemas, root, open]);
  if (schema === undefined)
    return (
      <EmptyState icon="book" title={`No schema for ${shown.kind}`}>
        The server has no schema for this kind. It may not serve it, or its definition preserves unknown fields.
      </EmptyState>
    );
  const select = (key: string) => navigate(withParameters(route, { f: key === "" ? undefined : key }), true);
  return (
    <Panes
      id={narrow ? "explain-narrow" : "explain"}
      direction={narrow ? "vertical" : "horizontal"}
      panes={[
        {
          id: "fields",
          size: 52,
          min: 160,
          content: (
            <Tree
              label={`Fields of ${shown.kind}`}
              lines={lines}
              selected={selected}
              onSelect={select}
              onToggle={toggle}
              draw={drawLine}
            />
          ),
        },
        {
          id: "documentation",
          size: 48,
          min: 140,
          content: <FieldDetails schemas={schemas} field={found ?? root} path={pathOf(selected)} />,
        },
      ]}
    />
  );
}

/** Returns the initially expanded lines: the kind and its spec. */
const openAtFirst = (): ReadonlySet<string> => new Set(["", "spec"]);

function drawLine({ field: { name, type, required, schema } }: FieldLine) {
  const fixed = schema["default"];
  return (
    <>
      <code className="kp-explain-name">{name}</code>
      <span className="quiet small">{type}</span>
      {required ? (
        <span className="kp-explain-mark" data-kind="required">
          required
        </span>
      ) : null}
      {fixed === undefined || JSON.stringify(fixed) === "{}" ? null : (
        <span className="kp-explain-mark clip">= {JSON.stringify(fixed)}</span>
      )}
      {typeof schema["x-kubernetes-list-type"] === "string" ? (
        <span className="kp-explain-mark">{schema["x-kubernetes-list-type"]}</span>
      ) : null}
    </>
  );
}
