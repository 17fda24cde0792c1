import { useState, type FormEvent } from "react";
import type { ActingAs } from "../../data/impersonating.ts";
import { Button } from "../../design/button.tsx";
import { Field, TextInput } from "../../design/field.tsx";
import { identity } from "../../state/identity.ts";

/** Example users for impersonation, each of which demonstrates something. */
const examples: readonly (readonly [label: string, as: ActingAs])[] = [
  ["a developer without rights", { user: "jane", groups: ["developers"] }],
  ["the default service account", { user: "system:serviceaccount:default:default", groups: [] }],
  ["nobody", { user: "system:anonymous", groups: [] }],
];

const groupsOf = (text: string): readonly string[] => text.split(/[,\s]+/).filter((group) => group !== "");

/** Selects a user to impersonate. Requests then carry Impersonate-User and Impersonate-Group headers. */
export function ActForm() {
  const as = identity.use((state) => state.as);
  const act = identity.use((state) => state.act);
  const [user, setUser] = useState(as?.user ?? "");
  const [groups, setGroups] = useState(as?.groups.join(", ") ?? "");
  const name = user.trim();
  const actAs = (example: ActingAs) => {
    setUser(example.user);
    setGroups(example.groups.join(", "));
    act(example);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name !== "") act({ user: name, groups: groupsOf(groups) });
  };
  return (
    <section aria-label="Act as another user">
      <h2>Act as another user</h2>
      <form className="kp-id-form" onSubmit={submit}>
        <Field label="User">
          {(ids) => <TextInput {...ids} className="mono" value={user} placeholder="jane" onValue={setUser} />}
        </Field>
        <Field label="Groups">
          {(ids) => (
            <TextInput
              {...ids}
              className="mono"
              value={groups}
              placeholder="developers, system:masters"
              onValue={setGroups}
            />
          )}
        </Field>
        <Button type="submit" tone="primary" disabled={name === ""}>
          {name === "" ? "Act as…" : <span className="clip">Act as {name}</span>}
        </Button>
      </form>
      <p className="quiet small">
        The server checks that you may impersonate the user and each group, and adds system:authenticated. A service
        account without groups gets the groups of its namespace.
      </p>
      <div className="row wrap" role="group" aria-label="Act at once as">
        <span className="quiet small" aria-hidden="true">
          At once as
        </span>
        {examples.map(([label, example]) => (
          <Button
            key={label}
            size="small"
            title={`Acts as ${[example.user, ...example.groups].join(", ")}`}
            onClick={() => actAs(example)}
          >
            {label}
          </Button>
        ))}
      </div>
    </section>
  );
}
