import { Field, Select, TextInput } from "../../design/field.tsx";
import { parametersFor, verbOf, type Parameter } from "../../kube/parameters.ts";
import { isWatch, readTarget, splitTarget, withParameter } from "../../kube/resource.ts";
import { requests } from "./store.ts";

/** Edits the query as a form with a description of each parameter that applies to the request. */
export function ParametersForm() {
  const { method, target } = requests.use((state) => state.draft);
  const edit = requests.use((state) => state.edit);
  const query = new URLSearchParams(splitTarget(target)[1]);
  const verb = verbOf(method, readTarget(target)?.name !== undefined, isWatch(method, target));
  const known = parametersFor(verb);
  const others = [...query.keys()].filter((name) => !known.some((item) => item.name === name));
  const row = (parameter: Parameter) => (
    <ParameterField
      key={parameter.name}
      parameter={parameter}
      value={query.get(parameter.name) ?? ""}
      onValue={(value) => edit({ target: withParameter(target, parameter.name, value) })}
    />
  );
  return (
    <div className="fill scroll pad">
      <div className="kp-parameters">
        {known.map(row)}
        {others.map((name) => row({ name, hint: `Not a parameter of ${verb}.`, verbs: [] }))}
      </div>
    </div>
  );
}

function ParameterField({
  parameter,
  value,
  onValue,
}: {
  readonly parameter: Parameter;
  readonly value: string;
  readonly onValue: (value: string) => void;
}) {
  const { choices } = parameter;
  const fits = choices !== undefined && (value === "" || choices.includes(value));
  return (
    <Field label={parameter.name} hint={parameter.hint}>
      {(ids) =>
        fits ? (
          <Select
            {...ids}
            options={[["", "not set"], ...choices.map((choice) => [choice, choice] as const)]}
            value={value}
            onValue={onValue}
          />
        ) : (
          <TextInput
            {...ids}
            className="mono"
            placeholder={parameter.example ?? "not set"}
            value={value}
            onValue={onValue}
          />
        )
      }
    </Field>
  );
}
