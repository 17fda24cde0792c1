import { Badge } from "../../design/feedback.tsx";
import { type Schemas } from "../../../client/openapi/schema-document.ts";
import { factsOf } from "../../../assist/schema-facts.ts";
import { fieldsIn, type Field } from "../../../client/openapi/schema-fields.ts";

/** Documents a field: its type, description, defaults, list and patch semantics, and child fields. */
export function FieldDetails({
  schemas,
  field,
  path,
}: {
  readonly schemas: Schemas;
  readonly field: Field;
  readonly path: readonly string[];
}) {
  const { schema, inner, type, required } = field;
  const title = path.length === 0 ? field.name : path.join(".");
  const facts = [
    ...factsOf(schema),
    ...(inner === schema
      ? []
      : factsOf(inner)
          .filter(([name]) => name === "one of" || name === "rule")
          .map(([name, words]) => [`items: ${name}`, words] as const)),
  ];
  const words = schema["description"];
  const about = inner["description"];
  const names = fieldsIn(schemas, field);
  return (
    <section
      className="column fill scroll pad kp-explain-details"
      aria-label={`Documentation of ${title}`}
      tabIndex={0}
    >
      <header className="row wrap">
        <h2>
          <code>{title}</code>
        </h2>
        <Badge>{type}</Badge>
        {required ? <Badge tone="accent">required</Badge> : null}
      </header>
      {typeof words === "string" ? (
        <p className="kp-explain-words">{words}</p>
      ) : (
        <p className="quiet">No documentation.</p>
      )}
      <dl className="kp-explain-facts">
        {facts.map(([name, fact]) => (
          <div key={name + fact}>
            <dt>{name}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
      </dl>
      {typeof about === "string" && about !== words ? (
        <>
          <h3>{schema === inner ? "Its type" : "Each of them"}</h3>
          <p className="kp-explain-words">{about}</p>
        </>
      ) : null}
      {names.length === 0 ? null : (
        <>
          <h3>Fields</h3>
          <ul className="kp-explain-inner">
            {names.map((item) => (
              <li key={item.name}>
                <code>{item.name}</code> <span className="quiet small">{item.type}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
