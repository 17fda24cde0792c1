import { useMemo } from "react";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import type { FieldDifference, FieldOwners } from "../../../share/compare-worlds.ts";
import { CodeView } from "../../code/code-view.tsx";
import { useYaml } from "../../code/use-yaml.ts";
import { formatMoment } from "../../data/words.ts";
import { printJson } from "../../data/yaml.ts";
import { IconButton } from "../../design/button.tsx";
import { nameOf } from "../../kube/resource.ts";
import { usePage } from "../../state/page.ts";
import { settings } from "../../state/settings.ts";
import type { Names } from "./model/names.ts";
import { objectOf, type Row } from "./model/rows.ts";

/** In what an object differs: each field with both values, who owns it and since when, or the whole. */
export function DifferenceDetails({
  row,
  names,
  onClose,
}: {
  readonly row: Row;
  readonly names: Names;
  readonly onClose: () => void;
}) {
  const object = objectOf(row);
  const { here, there } = row;
  return (
    <section className="column fill kp-compare-details" aria-label={`${object.kind ?? ""} ${nameOf(object)}`}>
      <div className="kp-toolbar">
        <h2 className="grow clip kp-compare-title">
          {object.kind} {nameOf(object)}
        </h2>
        <IconButton icon="close" label="Close what differs" onClick={onClose} />
      </div>
      {here !== undefined && there !== undefined ? (
        <Fields row={row} names={names} />
      ) : (
        <Whole object={object} name={here === undefined ? names.there : names.here} />
      )}
    </section>
  );
}

function Whole({ object, name }: { readonly object: KubeObject; readonly name: string }) {
  const language = settings.use((state) => state.language);
  const json = useMemo(() => printJson(object), [object]);
  const yaml = useYaml(json);
  return (
    <>
      <p className="pad quiet">This object is only in {name}.</p>
      <CodeView label={`The object in ${name}`} language={language} text={language === "json" ? json : (yaml ?? "")} />
    </>
  );
}

const mostFields = 200;

function Fields({ row: { here, there, fields, isAnother }, names }: { readonly row: Row; readonly names: Names }) {
  const revision = (object: KubeObject | undefined): string => object?.metadata.resourceVersion ?? "";
  return (
    <div className="fill scroll" tabIndex={0} role="region" aria-label="Fields that differ">
      <p className="pad quiet small">
        Revision {revision(here)} in {names.here}, {revision(there)} in {names.there}.
        {isAnother ? " They are two objects: one was deleted and made anew, or each was made by itself." : ""}
      </p>
      <ul className="kp-compare-fields">
        {fields.slice(0, mostFields).map((field) => (
          <li key={field.path}>
            <FieldRow field={field} names={names} />
          </li>
        ))}
        {fields.length > mostFields ? <li className="quiet">and {fields.length - mostFields} more</li> : null}
      </ul>
    </div>
  );
}

function FieldRow({ field, names }: { readonly field: FieldDifference; readonly names: Names }) {
  return (
    <>
      <code className="kp-compare-path">{field.path}</code>
      <BothValues field={field} names={names} />
    </>
  );
}

/** The values of a field in both worlds, with their owners. */
export function BothValues({ field, names }: { readonly field: FieldDifference; readonly names: Names }) {
  return (
    <dl className="kp-compare-sides">
      <Side name={names.here} value={field.left} owners={field.leftOwners} />
      <Side name={names.there} value={field.right} owners={field.rightOwners} />
    </dl>
  );
}

function Side({
  name,
  value,
  owners,
}: {
  readonly name: string;
  readonly value: unknown;
  readonly owners: FieldOwners;
}) {
  return (
    <div>
      <dt className="quiet small">{name}</dt>
      <dd>
        {value === undefined ? <em className="quiet">not there</em> : <code>{shown(value)}</code>}
        <div className="quiet small">
          <Owners owners={owners} />
        </div>
      </dd>
    </div>
  );
}

/** Says who owns a field, and when the last of them wrote. */
export function Owners({ owners: { managers, time } }: { readonly owners: FieldOwners }) {
  const { clock } = usePage();
  if (managers.length === 0) return "no manager owns it";
  const at = Date.parse(time);
  return (
    <>
      {managers.join(", ")}
      {Number.isNaN(at) ? null : (
        <>
          {" at "}
          <time dateTime={time} title={time}>
            {formatMoment(at, clock.now())}
          </time>
        </>
      )}
    </>
  );
}

const longest = 1200;

/** Formats a value, truncated to a length. */
function shown(value: unknown): string {
  const text = typeof value === "object" ? JSON.stringify(value, null, 1) : JSON.stringify(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
