import { useEffect, useState } from "react";
import type { PageApiServer } from "../../../worker/host/function-calls.ts";
import { plural } from "../../data/words.ts";
import { Badge, Skeleton } from "../../design/feedback.tsx";
import { DiagnosisView } from "../../overview/diagnosis-view.tsx";
import { useDiagnosis } from "../../overview/use-diagnosis.ts";
import { apiServiceAddress, apiServices, type ApiServiceView } from "../../state/api-services.ts";
import { usePage } from "../../state/page.ts";
import "../../overview/overview.css";
import "./apis.css";

/** How often it is asked which functions answer: no object changes with that. */
const askMs = 2000;

/** The APIServices: who answers for each group version, and why nobody does. */
export function ApisTab() {
  const { all, state } = apiServices.use((value) => value);
  const functions = useFunctions();
  const remote = all.filter(({ isRemote }) => isRemote);
  const local = all.filter(({ isRemote }) => !isRemote);
  return (
    <div className="fill scroll pad" role="region" aria-label="APIServices" tabIndex={0}>
      <div className="kp-sheet stack">
        <h2 className="kp-page-title">APIServices</h2>
        <p>
          One for each group version. It says who serves it: this server, or an extension API server to which requests
          are proxied. In the terminal: <code>kubectl get apiservices</code>.
        </p>
        {state === "loading" ? <Skeleton lines={8} /> : null}
        <section className="stack" aria-label="Other servers">
          <h2>Other servers</h2>
          {remote.length === 0 && state === "ready" ? <NoOthers /> : null}
          <ul className="kp-apis">
            {remote.map((service) => (
              <Remote key={service.name} service={service} answering={functions.get(service.name)} />
            ))}
          </ul>
        </section>
        {local.length === 0 ? null : (
          <section className="stack" aria-label="This server">
            <h2>This server</h2>
            <p className="quiet small">{plural(local.length, "group version")}</p>
            <ul className="kp-apis">
              {local.map((service) => (
                <li key={service.name}>
                  <Head service={service} />
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </div>
  );
}

const NoOthers = () => (
  <p className="quiet">
    None. A function of this page can be one: <code>kubepad.registerApiServer("v1.example.com", handle)</code> in the
    browser’s console, with the <code>handle</code> of a second server, such as <code>kubepad.openServer()</code> opens.
  </p>
);

/** The row as kubectl prints it. */
function Head({ service: { name, server, available, reason } }: { readonly service: ApiServiceView }) {
  return (
    <div className="kp-api">
      <a href={apiServiceAddress(name)}>{name}</a>
      <span className="quiet">{server}</span>
      <Badge tone={available === "True" ? "added" : "error"}>
        {available === "True" ? available : `${available}${reason === "" ? "" : ` (${reason})`}`}
      </Badge>
    </div>
  );
}

function Remote({
  service,
  answering,
}: {
  readonly service: ApiServiceView;
  readonly answering: PageApiServer | undefined;
}) {
  const diagnosis = useDiagnosis(service.object);
  return (
    <li>
      <Head service={service} />
      <p className="small">{answersInWords(service, answering)}</p>
      {service.available === "True" ? null : (
        <>
          <DiagnosisView object={service.object} diagnosis={diagnosis} />
          <p className="small quiet kp-api-message">{service.message}</p>
        </>
      )}
    </li>
  );
}

/** Says who answers the requests for an APIService. */
function answersInWords({ server, available }: ApiServiceView, answering: PageApiServer | undefined): string {
  if (answering === undefined && available === "True")
    return `A server of this world answers, in place of the Service ${server}.`;
  if (answering === undefined) return `Nobody answers in place of the Service ${server}, which no browser reaches.`;
  const where = answering.own ? "this page" : "another tab";
  return `A function of ${where} answers, in place of the Service ${server}.`;
}

/** The functions that answer for APIServices, by name. */
function useFunctions(): ReadonlyMap<string, PageApiServer> {
  const page = usePage();
  const [found, setFound] = useState<ReadonlyMap<string, PageApiServer>>(new Map());
  useEffect(() => {
    let isOver = false;
    let cancel = (): void => undefined;
    const ask = async (): Promise<void> => {
      const functions = await page.registrations.apiServers();
      if (isOver) return;
      setFound(new Map(functions.map((each) => [each.name, each])));
      cancel = page.clock.after(askMs, () => void ask());
    };
    void ask();
    return () => {
      isOver = true;
      cancel();
    };
  }, [page]);
  return found;
}
