import { useEffect, useState, type ReactNode } from "react";
import { Panes } from "../../design/panes.tsx";
import { useMedium, useNarrow } from "../../platform/media.ts";
import { usePage } from "../../state/page.ts";
import type { Route } from "../../state/route.ts";
import { AnswerView } from "./answer-view.tsx";
import { Composer, RequestLine } from "./composer.tsx";
import { draftOfAddress } from "./draft.ts";
import { EmbeddedRequest } from "./embedded-request.tsx";
import { HistoryList, HistoryToggle } from "./history-list.tsx";
import { settings } from "../../state/settings.ts";
import { requests } from "./store.ts";
import "./requests.css";

/**
 * The request console. Addresses: `#/requests`, `#/requests/ID` for a previous request, and
 * `#/requests/new?m=GET&t=/api` for a new one.
 */
export function RequestsView({ route }: { readonly route: Route }) {
  const narrow = useNarrow();
  const { embed } = usePage();
  const medium = useMedium();
  useAddress(route);
  if (embed !== undefined) return <EmbeddedRequest readOnly={embed.readOnly} />;
  return narrow ? <NarrowRequests /> : medium ? <MediumRequests /> : <WideRequests />;
}

const historyPane = { id: "history", size: 20, min: 160, content: <HistoryList /> };
const requestPane = { id: "request", size: 38, min: 280, content: <Composer /> };
const answerPane = { id: "answer", size: 42, min: 280, content: <AnswerView /> };

function WideRequests() {
  return (
    <div className="column fill">
      <RequestLine />
      <Panes id="requests" panes={[historyPane, requestPane, answerPane]} />
    </div>
  );
}

/** Without room for three panes, the history takes the place of the request. */
function MediumRequests() {
  const { history, toggle } = useHistoryToggle();
  return (
    <div className="column fill">
      <RequestLine extra={toggle} />
      <Panes id="requests" panes={[history ? { ...historyPane, size: 38 } : requestPane, answerPane]} />
    </div>
  );
}

/** Opens and closes the history, which stays open until another request is selected. */
function useHistoryToggle(): { readonly history: boolean; readonly toggle: ReactNode } {
  const shown = requests.use((state) => state.shown);
  const [openAt, setOpenAt] = useState<string | undefined>(undefined);
  const history = openAt !== undefined && openAt === (shown ?? "");
  const toggle = <HistoryToggle open={history} onToggle={() => setOpenAt(history ? undefined : (shown ?? ""))} />;
  return { history, toggle };
}

function NarrowRequests() {
  const { history, toggle } = useHistoryToggle();
  return (
    <div className="column fill kp-narrow">
      {history ? <div className="row kp-body-bar">{toggle}</div> : null}
      {history ? (
        <HistoryList />
      ) : (
        <>
          <RequestLine extra={toggle} />
          <div className="kp-narrow-request">
            <Composer />
          </div>
          <div className="kp-narrow-answer">
            <AnswerView />
          </div>
        </>
      )}
    </div>
  );
}

function useAddress(route: Route): void {
  const page = usePage();
  const id = route.parts[1];
  useEffect(() => {
    const state = requests.of(page).getState();
    if (id === "new") {
      const draft = draftOfAddress(route.parameters, settings.of(page).getState().language);
      state.setDraft(draft);
      // Links are untrusted: only a GET is sent automatically, other requests are only filled in.
      if (route.parameters["send"] === "1" && draft.method === "GET") state.send();
    } else if (id !== undefined && id !== state.shown) state.recall(id);
  }, [page, id, route.parameters]);
}
