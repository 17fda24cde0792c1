import type { KubeObject } from "../../../apimachinery/meta.ts";
import type { FieldDifference, FieldOwners } from "../../../share/compare-worlds.ts";
import { WholeObject } from "../../code/whole-object.tsx";
import { shown } from "../../data/changes.ts";
import { formatMoment } from "../../data/words.ts";
import { IconButton } from "../../design/button.tsx";
import { nameOf } from "../../kube/resource.ts";
import { usePage } from "../../state/page.ts";
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
  const only = here === undefined ? names.there : names.here;
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
        <>
          <p className="pad quiet">This object is only in {only}.</p>
          <WholeObject label={`The object in ${only}`} object={object} />
        </>
      )}
    </section>
  );
}

const mostFields = 200;

function Fields({ row: { here, there, fields, isAnother }, names }: { readonly row: Row; readonly names: Names }) {
  const revision = (object: KubeObject | undefined): string => object?.metadata.resourceVersion ?? "";
  return (
    <div className="fill scroll" tabIndex={0} role="region" aria-label="Fields that differ">
      <p className="pad quiet small">
        Revision {revision(here)} in {names.here}, {revision(there)} in {names.there}.
        {isAnother
          ? " The uids differ: the object was deleted and created again, or created separately in each world."
          : ""}
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
