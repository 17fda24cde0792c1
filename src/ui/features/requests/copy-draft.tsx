import { CopyRequestMenu } from "../../shared/copy-request-menu.tsx";
import { consoleAddress } from "../../state/route.ts";
import { headersOf } from "./draft.ts";
import { bodyText } from "./run.ts";
import { requests } from "./store.ts";

/** Copies the request that is written. */
export function CopyDraft() {
  const draft = requests.use((state) => state.draft);
  const { method, target, type, body } = draft;
  return (
    <CopyRequestMenu
      request={async () => ({ method, target, headers: headersOf(draft), body: await bodyText(draft) })}
      address={async () => consoleAddress({ method, target, type, ...(body !== "" && { body }) })}
    />
  );
}
