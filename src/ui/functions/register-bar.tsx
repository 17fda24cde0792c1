import { Button } from "../design/button.tsx";
import type { Slice } from "../state/page.ts";
import type { KeptFunction, KeptFunctions } from "./kept-functions.ts";

/** Tells whether the server uses a function, and registers or unregisters it. */
export function RegisterBar({
  store,
  name,
  source,
  unregistered,
}: {
  readonly store: Slice<KeptFunctions>;
  /** The name of what the function takes the place of. */
  readonly name: string;
  /** The text in the editor. */
  readonly source: string;
  /** What it means that the function is not registered. */
  readonly unregistered: string;
}) {
  const { kept: all, edit, register, takeAway } = store.use((state) => state);
  const kept = all[name];
  const onRegister = () => {
    edit(name, source);
    register(name);
  };
  return (
    <div className="kp-body-bar row wrap">
      <p role="status" className="grow">
        {stateInWords(kept, source, unregistered)}
      </p>
      {kept?.registered === undefined ? null : (
        <Button size="small" onClick={() => takeAway(name)}>
          Unregister
        </Button>
      )}
      <Button size="small" tone="primary" disabled={kept?.registered === source} onClick={onRegister}>
        {kept?.registered === undefined ? "Register" : "Register the new text"}
      </Button>
    </div>
  );
}

function stateInWords(kept: KeptFunction | undefined, source: string, unregistered: string): string {
  if (kept?.registered === undefined) return unregistered;
  return kept.registered === source
    ? "The server uses this function."
    : "The server uses the registered function. The text here has changed since.";
}
