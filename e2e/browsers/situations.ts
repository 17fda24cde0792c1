import { asking, type Ask } from "./ask.ts";
import { until } from "./until.ts";
import type { Sought } from "./find-element.ts";
import type { Surface } from "./surface.ts";

/** Something that is wrong in a world: how it comes about, how a visitor finds its cause, and what mends it. */
export interface Situation {
  readonly title: string;
  /** Brings it about, with requests to the page's server; one that is about a pod can have another name. */
  readonly arise: (ask: Ask, name?: string) => Promise<void>;
  /** What a visitor clicks on, from the welcome until the cause is told. */
  readonly way: readonly Sought[];
  /** What the Overview says then: each of these. */
  readonly cause: readonly string[];
  /** The button of the action that mends it, what is typed into its sheet, and how the button that sends begins. */
  readonly action: string;
  readonly answer?: string;
  readonly send: string;
  /** What its sheet shows before it is sent: requests, the line for kubectl, the way back. */
  readonly sheet: readonly string[];
  /** The message after it was sent. */
  readonly message?: string;
  /** What is said afterwards: by the Overview, if not by another part. */
  readonly mended: string;
  readonly saidBy?: Sought;
}

/** How many clicks lead from the welcome to any cause, at most. */
export const mostClicks = 3;

const pods = "/api/v1/namespaces/default/pods";
const deployments = (namespace: string): string => `/apis/apps/v1/namespaces/${namespace}/deployments`;
const simulation = (name: string): string => `simulation.kubepad.dev/${name}`;

const pod = (name: string, container: object, metadata: object = {}) => ({
  metadata: { name, ...metadata },
  spec: { containers: [{ name: "app", image: "nginx:1.29", ...container }] },
});

const deployment = (name: string, replicas: number) => ({
  metadata: { name },
  spec: {
    replicas,
    selector: { matchLabels: { app: name } },
    template: { ...pod(name, {}), metadata: { labels: { app: name } } },
  },
});

/** The line of an object in the list of the world. */
const line = (kind: string, name: string): Sought => ({ role: "treeitem", name: `${kind}${name}`, starts: true });

const tooLarge: Situation = {
  title: "a pod asks for 500 processors: a larger node takes it",
  arise: async (ask) => void (await ask("POST", pods, pod("huge", { resources: { requests: { cpu: "500" } } }))),
  way: [line("Pod", "huge")],
  cause: ["Pending: 0/2 nodes are available, no node has 500 cpu; the largest has 4"],
  action: "Add a node…",
  send: "Add a node for huge",
  sheet: ["POST /api/v1/nodes", '"simulation.kubepad.dev/capacity.cpu": "500"', "| kubectl create -f -"],
  mended: "Running",
};

const noImage: Situation = {
  title: "an image cannot be pulled: the rollout is undone",
  async arise(ask) {
    const target = `${deployments("default")}/shop`;
    await ask("POST", deployments("default"), deployment("shop", 2));
    const isRolledOut = async (): Promise<boolean> =>
      JSON.stringify(await ask("GET", target)).includes('"deployment.kubernetes.io/revision":"1"');
    await until("its first revision is there", isRolledOut);
    const containers = [{ name: "app", image: "does-not-exist:2" }];
    await ask(
      "PATCH",
      target,
      { spec: { template: { spec: { containers } } } },
      "application/strategic-merge-patch+json",
    );
  },
  way: [line("Deployment", "shop")],
  cause: ["waiting for shop-", ", which ", "does-not-exist:2"],
  action: "Undo rollout…",
  send: "Undo the rollout of shop",
  sheet: ["kubectl rollout undo deployment/shop -n default", '"nginx:1.29"'],
  message: "goes back to revision 1",
  mended: "2 of 2",
};

export const crashing: Situation = {
  title: "a container crashes: its fault is taken away",
  arise: async (ask, name = "crashing") =>
    void (await ask("POST", pods, pod(name, {}, { annotations: { [simulation("exit-code.app")]: "3" } }))),
  way: [line("Pod", "crashing")],
  cause: ["crashes: exit code 3"],
  action: "Stop faults…",
  send: "Stop the faults of crashing",
  sheet: ["PATCH /api/v1/namespaces/default/pods/crashing"],
  mended: "Running",
};

const noPods: Situation = {
  title: "a Service selects no pod: its selector is set",
  async arise(ask) {
    await ask("POST", pods, pod("painter", {}, { labels: { app: "paint" } }));
    const spec = { selector: { app: "pant" }, ports: [{ port: 80 }] };
    await ask("POST", "/api/v1/namespaces/default/services", { metadata: { name: "painters" }, spec });
  },
  way: [line("Service", "painters")],
  cause: ["no pod has the labels of its selector, app=pant; painter has app=paint"],
  action: "Set the selector…",
  answer: "app=paint",
  send: "Set the selector of painters",
  sheet: ["PATCH /api/v1/namespaces/default/services/painters", "Selecting app=pant again."],
  mended: "Ready",
};

const noQuota: Situation = {
  title: "a quota is used up: the Deployment is scaled down",
  async arise(ask) {
    await ask("POST", "/api/v1/namespaces", { metadata: { name: "tight" } });
    const quota = { metadata: { name: "few" }, spec: { hard: { pods: "1" } } };
    await ask("POST", "/api/v1/namespaces/tight/resourcequotas", quota);
    await ask("POST", deployments("tight"), deployment("api", 3));
  },
  way: [line("Deployment", "api")],
  cause: ["the ResourceQuota few is exhausted: pods 1 of 1 is used"],
  action: "Scale…",
  answer: "1",
  send: "Scale api",
  sheet: ["PATCH /apis/apps/v1/namespaces/tight/deployments/api/scale", "Scaling it back to 3."],
  mended: "1 of 1",
};

const held: Situation = {
  title: "a finalizer keeps a deleted pod: it is removed",
  async arise(ask) {
    await ask("POST", pods, pod("kept", {}, { finalizers: ["example.com/hold"] }));
    await ask("DELETE", `${pods}/kept`);
  },
  way: [line("Pod", "kept")],
  cause: ["it is kept until the finalizer example.com/hold is removed"],
  action: "Remove finalizers…",
  send: "Remove the finalizers of kept",
  sheet: ["PATCH /api/v1/namespaces/default/pods/kept", "None: it was deleted before, and is gone then."],
  mended: "There is no Pod kept.",
  saidBy: { role: "region", name: "Pod kept" },
};

const someWithoutPort: Situation = {
  title: "some pods of a Service have no port of its name: their number is used",
  async arise(ask) {
    const labels = { app: "mixed" };
    const ports = (name: string) => ({ ports: [{ name, containerPort: 8080 }] });
    await ask("POST", pods, pod("mixed-old", ports("http"), { labels }));
    await ask("POST", pods, pod("mixed-new", ports("web"), { labels }));
    const spec = { selector: labels, ports: [{ port: 80, targetPort: "http" }] };
    await ask("POST", "/api/v1/namespaces/default/services", { metadata: { name: "mixed" }, spec });
  },
  way: [line("Service", "mixed")],
  cause: ["1 of its 2 pods has no port named http, so mixed-new gets no requests at it"],
  action: "Set the target port…",
  answer: "8080",
  send: "Set the target port of mixed",
  sheet: ["PATCH /api/v1/namespaces/default/services/mixed", "Setting it back to http."],
  mended: "2 of 2 pods ready",
};

const neverDue: Situation = {
  title: "a CronJob is never due: it gets another schedule",
  async arise(ask) {
    const template = { spec: { ...pod("", {}).spec, restartPolicy: "Never" } };
    const spec = { schedule: "0 0 30 2 *", jobTemplate: { spec: { template } } };
    await ask("POST", "/apis/batch/v1/namespaces/default/cronjobs", { metadata: { name: "report" }, spec });
  },
  way: [line("CronJob", "report")],
  cause: ["Never due: no day of the next five years matches the schedule 0 0 30 2 *"],
  action: "Set the schedule…",
  answer: "0 3 1 1 *",
  send: "Set the schedule of report",
  sheet: ["PATCH /apis/batch/v1/namespaces/default/cronjobs/report", "Setting it back to 0 0 30 2 *."],
  mended: "no job was due yet by the schedule 0 3 1 1 *; the next one is due in",
};

/** What a visitor of any browser finds and mends. */
export const situations: readonly Situation[] = [
  tooLarge,
  noImage,
  crashing,
  noPods,
  noQuota,
  held,
  someWithoutPort,
  neverDue,
];

const overview: Sought = { role: "region", name: "Overview" };
const state: Sought = { role: "region", name: "State", within: overview };
const sheet: Sought = { role: "dialog" };

/** What the messages of the page say. */
const messagesOf = (page: Surface): Promise<string> =>
  page.call(() => document.querySelector(".kp-toasts")?.textContent ?? "");

/** Lets the time of a first visit's world pass faster, and waits until its sample runs below the welcome. */
export async function awaitWelcome(page: Surface): Promise<void> {
  await page.call(() => window.kubepad.inspect.changeWorldTime({ speed: 10 }));
  await page.waitUntil(line("Deployment", "web"), "3 of 3 ready");
}

/** Goes from the welcome to the cause of a situation, and mends it there. Resolves with the clicks to the cause. */
export async function meet(page: Surface, situation: Situation): Promise<number> {
  await situation.arise(asking(page));
  await page.call(() => void (location.hash = "#/world"));
  await page.waitUntil({ role: "region", name: "Welcome" }, "A Kubernetes API server runs in this tab");
  const before = page.clicks;
  for (const sought of situation.way) await page.click(sought);
  for (const text of situation.cause) await page.waitUntil(state, text);
  const clicks = page.clicks - before;
  await page.click({ role: "button", name: situation.action, within: overview });
  if (situation.answer !== undefined) {
    await until("the sheet can be typed into", () => page.call(() => document.activeElement?.tagName === "INPUT"));
    await page.insert(situation.answer);
  }
  for (const text of situation.sheet) await page.waitUntil(sheet, text);
  await page.click({ role: "button", name: situation.send, starts: true, within: sheet });
  const { message } = situation;
  if (message !== undefined)
    await until(`a message: ${message}`, async () => (await messagesOf(page)).includes(message));
  await page.waitUntil(situation.saidBy ?? state, situation.mended);
  return clicks;
}
