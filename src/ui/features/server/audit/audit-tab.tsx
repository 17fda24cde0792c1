import { useEffect } from "react";
import { useStore } from "zustand";
import { Tabs } from "../../../design/tabs.tsx";
import { usePage } from "../../../state/page.ts";
import { navigate, withParameters } from "../../../state/route.ts";
import { audit } from "./audit-store.ts";
import { EventsView } from "./events-view.tsx";
import { PolicyView } from "./policy-view.tsx";
import "./audit.css";

const views = [
  { id: "events", label: "Events" },
  { id: "policy", label: "Policy" },
] as const;

/** The audit events and the audit policy. Address: `#/server?tab=audit&view=policy&event=KEY`. */
export function AuditTab() {
  const page = usePage();
  const route = useStore(page.route);
  const view = route.parameters["view"] === "policy" ? "policy" : "events";
  useEffect(() => {
    const reading = new AbortController();
    void audit.of(page).getState().read(reading.signal);
    return () => reading.abort();
  }, [page]);
  return (
    <section className="column fill" aria-label="Audit">
      <Tabs
        label="Parts of the audit"
        items={views}
        value={view}
        onValue={(to) =>
          navigate(withParameters(route, { view: to === "events" ? undefined : to, event: undefined }), true)
        }
        end={<PolicySign />}
      />
      {view === "events" ? <EventsView route={route} /> : <PolicyView />}
    </section>
  );
}

/** Summarizes the policy in force. */
function PolicySign() {
  const policy = audit.use((state) => state.policy);
  const asked = audit.use((state) => state.asked);
  if (!asked) return null;
  return (
    <span className="quiet small kp-audit-sign">
      {policy === undefined ? (
        <>
          no policy<span className="kp-audit-long">: metadata while this page is open</span>
        </>
      ) : (
        "follows a policy"
      )}
    </span>
  );
}
