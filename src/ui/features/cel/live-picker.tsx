import { useRef, useState } from "react";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import { messageOf } from "../../../apimachinery/message-of.ts";
import { useCurrentAnswer } from "../../data/use-answer.ts";
import { printYaml } from "../../data/yaml.ts";
import { plural } from "../../data/words.ts";
import { Button } from "../../design/button.tsx";
import { Modal } from "../../design/dialog.tsx";
import { Note } from "../../design/feedback.tsx";
import { Field, Select } from "../../design/field.tsx";
import { formatPath } from "../../cel/cost-words.ts";
import { nameOf, type Resource } from "../../kube/resource.ts";
import { usePage, type Page } from "../../state/page.ts";
import { inputTabs, type LabState } from "../../cel/lab-state.ts";
import { liveKinds, liveObjects, liveSchemas, type LiveSchema } from "./live-objects.ts";
import { schemaNodes, valuesAt } from "./schema-nodes.ts";
import { lab } from "./store.ts";

/** Fills the lab with data from the server: a schema from a definition, values from objects. */
export function LivePicker({ onClose }: { readonly onClose: () => void }) {
  const mode = lab.use((all) => all.state.mode);
  /** Ends when the schema that was chosen last is in use: values are taken at its path. */
  const schema = useRef<Promise<void>>(Promise.resolve());
  return (
    <Modal open onClose={onClose} title="From live objects" wide>
      <div className="stack kp-live">
        {mode === "rule" ? <SchemaPicker onUse={(used) => (schema.current = used)} /> : null}
        <ObjectPicker settled={() => schema.current} />
      </div>
      <div className="kp-dialog-actions">
        <Button onClick={onClose}>Done</Button>
      </div>
    </Modal>
  );
}

/** The result of a promise, or the error. */
interface Loaded<T> {
  readonly items: readonly T[] | undefined;
  readonly trouble: string;
}

function useLoaded<T>(load: () => Promise<readonly T[]>, key: string): Loaded<T> {
  const loaded = useCurrentAnswer(
    () =>
      load().then(
        (items): Loaded<T> => ({ items, trouble: "" }),
        (error: unknown) => ({ items: [], trouble: messageOf(error) }),
      ),
    [key], // oxlint-disable-line react-hooks/exhaustive-deps -- the key identifies what is loaded
  );
  return loaded ?? { items: undefined, trouble: "" };
}

function SchemaPicker({ onUse }: { readonly onUse: (used: Promise<void>) => void }) {
  const page = usePage();
  const change = lab.use((all) => all.change);
  const { items: schemas, trouble } = useLoaded<LiveSchema>(() => liveSchemas(page), "schemas");
  const [label, setLabel] = useState("");
  const [place, setPlace] = useState("");
  const chosen = schemas?.find((schema) => schema.label === label) ?? schemas?.[0];
  if (schemas === undefined) return <p className="quiet">Loading the definitions…</p>;
  if (chosen === undefined)
    return (
      <Note tone={trouble === "" ? "info" : "error"}>
        {trouble || "There are no CustomResourceDefinitions yet. Write a schema, or start from an example."}
      </Note>
    );
  const nodes = schemaNodes(chosen.schema);
  const node = nodes.find(({ path }) => path.join("\0") === place) ?? nodes[0];
  const use = async (expression?: string) =>
    change({
      schema: await printYaml(chosen.schema),
      path: node?.path ?? [],
      ...(expression === undefined ? {} : { expression }),
    });
  return (
    <fieldset className="stack">
      <legend>Schema</legend>
      <Field label="Definition">
        {(ids) => (
          <Select
            {...ids}
            value={chosen.label}
            onValue={setLabel}
            options={schemas.map((schema) => [schema.label, schema.label] as const)}
          />
        )}
      </Field>
      <Field label="Field" hint="the value that the rule is about">
        {(ids) => (
          <Select
            {...ids}
            className="mono"
            value={node?.path.join("\0") ?? ""}
            onValue={setPlace}
            options={nodes.map(
              ({ path, rules }) =>
                [
                  path.join("\0"),
                  `${formatPath(path)}${rules.length === 0 ? "" : ` (${plural(rules.length, "rule")})`}`,
                ] as const,
            )}
          />
        )}
      </Field>
      <div className="row wrap">
        <Button icon="check" onClick={() => onUse(use())}>
          Use this schema
        </Button>
        {node?.rules.map((rule, i) => (
          <Button key={i} className="mono" title={rule} onClick={() => onUse(use(rule))}>
            with its rule {rule.length > 40 ? `${rule.slice(0, 40)}…` : rule}
          </Button>
        ))}
      </div>
    </fieldset>
  );
}

function ObjectPicker({ settled }: { readonly settled: () => Promise<void> }) {
  const page = usePage();
  const { items: resources = [], trouble: noKinds } = useLoaded<Resource>(() => liveKinds(page), "kinds");
  const [kind, setKind] = useState("");
  const [name, setName] = useState("");
  const resource = resources.find((item) => `${item.group}/${item.resource}` === kind);
  const { items: objects, trouble } = useLoaded<KubeObject>(
    async () => (resource === undefined ? [] : liveObjects(page, resource)),
    kind,
  );
  const object = objects?.find((item) => nameOf(item) === name) ?? objects?.[0];
  return (
    <fieldset className="stack">
      <legend>Values</legend>
      <Field label="Kind">
        {(ids) => (
          <Select
            {...ids}
            value={kind}
            onValue={setKind}
            options={[
              ["", "Choose a kind"],
              ...resources.map(
                (item) =>
                  [
                    `${item.group}/${item.resource}`,
                    item.group === "" ? item.kind : `${item.kind} · ${item.group}`,
                  ] as const,
              ),
            ]}
          />
        )}
      </Field>
      <Field label="Object">
        {(ids) => (
          <Select
            {...ids}
            disabled={object === undefined}
            value={object === undefined ? "" : nameOf(object)}
            onValue={setName}
            options={(objects ?? []).map((item) => [nameOf(item), nameOf(item)] as const)}
          />
        )}
      </Field>
      {noKinds + trouble === "" ? null : <Note tone="error">{noKinds || trouble}</Note>}
      {objects?.length === 0 && resource !== undefined && trouble === "" ? (
        <Note>There is no {resource.kind} yet.</Note>
      ) : null}
      <ValueButtons objects={objects} object={object} settled={settled} />
    </fieldset>
  );
}

interface ValueButtonsProps {
  readonly objects: readonly KubeObject[] | undefined;
  readonly object: KubeObject | undefined;
  readonly settled: () => Promise<void>;
}

/** Makes the chosen object the value of an input, or all objects fixtures. */
function ValueButtons({ objects = [], object, settled }: ValueButtonsProps) {
  const page = usePage();
  const mode = lab.use((all) => all.state.mode);
  const inputs = inputTabs[mode].filter(({ id }) => id !== "types" && id !== "request");
  return (
    <div className="row wrap">
      {inputs.map(({ id, label }) => (
        <Button
          key={id}
          disabled={object === undefined}
          onClick={() => void settled().then(() => fillIn(page, object, id))}
        >
          Use as {label}
        </Button>
      ))}
      <Button
        icon="plus"
        disabled={object === undefined}
        onClick={() => void settled().then(() => addAll(page, objects))}
      >
        {objects.length === 0 ? "Add all as fixtures" : `Add ${plural(objects.length, "object")} as fixtures`}
      </Button>
    </div>
  );
}

/** Returns the part of an object that the expression validates. */
const partOf = (state: LabState, object: KubeObject): unknown =>
  state.mode === "rule" ? valuesAt(object, state.path)[0] : object;

async function fillIn(page: Page, object: KubeObject | undefined, id: string): Promise<void> {
  const { state, setInput } = lab.of(page).getState();
  if (object !== undefined)
    setInput(id, await printYaml(state.mode === "generic" ? { object } : partOf(state, object)));
}

async function addAll(page: Page, objects: readonly KubeObject[]): Promise<void> {
  const { state, addFixtures } = lab.of(page).getState();
  const main = inputTabs[state.mode][0]?.id ?? "self";
  const fixtures = await Promise.all(
    objects.slice(0, 50).map(async (object) => ({
      name: nameOf(object),
      inputs: {
        ...state.inputs,
        [main]: await printYaml(state.mode === "generic" ? { object } : partOf(state, object)),
      },
    })),
  );
  addFixtures(fixtures);
  page.toasts.add({ description: `${plural(fixtures.length, "fixture")} added.` });
}
