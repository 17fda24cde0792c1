import { useEffect, useState } from "react";
import type { KubeObject } from "../../../../apimachinery/meta.ts";
import { addonApiService, addonNames, type AddonName } from "../../../../client/addons.ts";
import { Client } from "../../../../client/client.ts";
import { itemsAt, textAt } from "../../../../diagnosis/fields.ts";
import { followAll } from "../../../data/follow.ts";
import { consoleAgent } from "../../../data/send.ts";
import { Button } from "../../../design/button.tsx";
import { Badge, Skeleton } from "../../../design/feedback.tsx";
import { usePage } from "../../../state/page.ts";
import { tellError } from "../../../state/tell-error.ts";

const words: Readonly<Record<AddonName, string>> = {
  "metrics-server": "Measures what nodes and pods use: for kubectl top, autoscalers, and the bars of the world.",
  "metrics-adapter": "Serves custom and external metrics to autoscalers.",
};

/** The APIServices, as they are now; undefined until they are known. */
function useApiServices(): ReadonlyMap<string, KubeObject> | undefined {
  const page = usePage();
  const [services, setServices] = useState<ReadonlyMap<string, KubeObject> | undefined>(undefined);
  useEffect(() => {
    const control = new AbortController();
    const target = "/apis/apiregistration.k8s.io/v1/apiservices";
    void followAll(page, target, setServices, () => undefined, control.signal);
    return () => control.abort();
  }, [page]);
  return services;
}

/** Programs that a cluster may have, with what installs and removes them. */
export function Addons() {
  const services = useApiServices();
  return (
    <section className="kp-set-plugins kp-set-addons" aria-labelledby="kp-set-addons">
      <h2 id="kp-set-addons">Addons</h2>
      <p className="quiet small">
        Their objects are created in the cluster, as by their manifests. Their pods need all controllers and a node.
      </p>
      {services === undefined ? (
        <Skeleton lines={2} />
      ) : (
        <ul aria-label="Addons">
          {addonNames.map((name) => (
            <Addon key={name} name={name} service={services.get(addonApiService(name))} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** Whether an APIService answers, and why not. */
function stateOf(service: KubeObject | undefined) {
  if (service === undefined) return { tone: "neutral", text: "not installed", message: "" } as const;
  const condition = itemsAt(service, "status.conditions").find((one) => textAt(one, "type") === "Available");
  return textAt(condition, "status") === "True"
    ? ({ tone: "added", text: "available", message: "" } as const)
    : ({ tone: "neutral", text: "not available yet", message: textAt(condition, "message") } as const);
}

function Addon({ name, service }: { readonly name: AddonName; readonly service: KubeObject | undefined }) {
  const page = usePage();
  const [isBusy, setBusy] = useState(false);
  const isInstalled = service !== undefined;
  const { tone, text, message } = stateOf(service);
  const change = async (): Promise<void> => {
    setBusy(true);
    try {
      const { installAddon, removeAddon } = await import("../../../../client/install-addons.ts");
      await (isInstalled ? removeAddon : installAddon)(
        new Client({ handle: page.handle, userAgent: consoleAgent }),
        name,
      );
    } catch (error) {
      tellError(page, error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <li>
      <code>{name}</code>
      <span className="quiet small">{message === "" ? words[name] : message}</span>
      <Badge tone={tone}>{text}</Badge>
      <Button size="small" disabled={isBusy} onClick={() => void change()}>
        {isInstalled ? `Remove ${name}` : `Install ${name}`}
      </Button>
    </li>
  );
}
