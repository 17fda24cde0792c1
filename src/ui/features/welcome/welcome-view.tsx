import { useState } from "react";
import { inWords, RefusedError, sendJson } from "../../data/send.ts";
import { Button } from "../../design/button.tsx";
import { Note } from "../../design/feedback.tsx";
import { Icon, type IconName } from "../../design/icon.tsx";
import { usePage, type Page } from "../../state/page.ts";
import { consoleAddress, navigate } from "../../state/route.ts";
import { serverStatus } from "../../state/server-status.ts";
import { settings } from "../../state/settings.ts";
import "./welcome.css";

interface Door {
  readonly icon: IconName;
  readonly title: string;
  readonly words: string;
  readonly action: string;
  readonly open: (page: Page) => Promise<string>;
}

// oxfmt-ignore
const doors: readonly Door[] = [
  { icon: "book", title: "Learn the API in twelve lessons", words: "From the first request to a policy of your own. Each step runs, on a server of the lesson’s own, and what it claims is checked.", action: "See the lessons", open: async () => "#/lessons" },
  { icon: "objects", title: "Make an object and watch it appear", words: "Opens a watch on the ConfigMaps in namespace default, then creates one. You see the event arrive.", action: "Create a config map", open: makeAndWatch },
  { icon: "apply", title: "Two managers fight over a field", words: "A user and an autoscaler both set the replicas of a deployment. Step by step: who owns the field, who gets the conflict, and how ownership moves.", action: "Start the lesson", open: async () => "#/lessons/handover" },
  { icon: "cel", title: "A CEL rule that costs too much", words: "The server rejects a rule whose estimated cost is over the limit. See which part causes it and fix it with one click.", action: "Open the CEL lab", open: async () => "#/cel/cost?example=over-budget" },
  { icon: "definitions", title: "Your own custom resource", words: "Add a new kind. See its schema as a tree, what its rules cost, and which objects they reject, before you install it.", action: "Open a definition", open: async () => "#/definitions/gallery/autoscaler?tab=lesson" },
  { icon: "requests", title: "Send your own request", words: "A console with completion for every API path and examples for each kind and verb. Starts with the list of namespaces.", action: "List the namespaces", open: async () => consoleAddress({ method: "GET", target: "/api/v1/namespaces", send: true }) },
  { icon: "server", title: "Explore sample objects", words: "Seven related objects in a namespace called demo, such as a deployment and its service. Change or delete them as you like.", action: "Create the sample", open: createSample },
];

async function makeAndWatch(page: Page): Promise<string> {
  const name = `hello-${page.newId().slice(0, 5)}`;
  const body = JSON.stringify({
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name },
    data: { greeting: "hello from this tab" },
  });
  page.clock.after(
    700,
    () =>
      void sendJson(page.handle, "kubepad-console/0.1", {
        method: "POST",
        target: "/api/v1/namespaces/default/configmaps",
        headers: [["Content-Type", "application/json"]],
        body,
      }).catch((error: unknown) => page.toasts.add({ description: inWords(error) })),
  );
  return "#/watches?open=%2Fapi%2Fv1%2Fnamespaces%2Fdefault%2Fconfigmaps%3Fwatch%3Dtrue";
}

async function createSample(page: Page): Promise<string> {
  const { demoObjects } = await import("../../kube/manifests.ts");
  for (const [target, manifest] of demoObjects) {
    try {
      await sendJson(page.handle, "kubepad-console/0.1", {
        method: "POST",
        target,
        headers: [["Content-Type", "application/json"]],
        body: JSON.stringify(manifest),
      });
    } catch (error) {
      if (!(error instanceof RefusedError) || error.status.reason !== "AlreadyExists") throw error;
    }
  }
  return "#/objects/apps/v1/deployments/demo/web";
}

/** The start page for first-time users. Each entry opens a view; some create objects first. */
export function WelcomeView() {
  const ready = serverStatus.use((state) => state.stats !== undefined);
  return (
    <section className="fill scroll kp-welcome" aria-label="Welcome" tabIndex={0}>
      <div className="kp-welcome-sheet">
        <h2 className="kp-page-title">A Kubernetes API server is running in this tab</h2>
        <p className="quiet">
          Version 1.34. All data stays on this device. {ready ? "It is ready." : "It is starting."}
        </p>
        <ul>
          {doors.map((door) => (
            <li key={door.title}>
              <DoorCard door={door} />
            </li>
          ))}
        </ul>
        <p className="quiet small">
          Or press <kbd>Ctrl K</kbd> to find any action, kind or object. Click the name in the corner to come back to
          this page.
        </p>
      </div>
    </section>
  );
}

function DoorCard({ door }: { readonly door: Door }) {
  const page = usePage();
  const change = settings.use((state) => state.change);
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState("");
  const enter = async () => {
    setBusy(true);
    setTrouble("");
    try {
      const address = await door.open(page);
      change({ welcomed: true });
      navigate(address);
    } catch (error) {
      setTrouble(inWords(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="kp-door">
      <Icon name={door.icon} size={20} />
      <div className="grow">
        <h2>{door.title}</h2>
        <p className="quiet">{door.words}</p>
        {trouble === "" ? null : <Note tone="error">{trouble}</Note>}
      </div>
      <Button disabled={busy} onClick={() => void enter()}>
        {door.action}
      </Button>
    </div>
  );
}
