import { useMemo, type ReactNode } from "react";
import { Button } from "../../design/button.tsx";
import { EmptyState, Note } from "../../design/feedback.tsx";
import { ActionMenu, type MenuEntry } from "../../design/menu.tsx";
import type { TabItem } from "../../design/tabs.tsx";
import { saveText } from "../../platform/files.ts";
import { isReadOnly, type Page, usePage } from "../../state/page.ts";
import type { Route } from "../../state/route.ts";
import { useManifestAssist } from "../../state/use-manifest-assist.ts";
import type { LineMarks } from "../../texts/line-marks.ts";
import { useLineMarks } from "../../texts/use-line-marks.ts";
import { errorsAmong, noMarks, TextPane } from "../../workbench/text-pane.tsx";
import { ViewTabs, Workbench, WorkbenchBar } from "../../workbench/workbench.tsx";
import { ExpressionsTab } from "./expressions-tab.tsx";
import { FunctionTab } from "./function-tab.tsx";
import { HitsTab } from "./hits-tab.tsx";
import { MatrixTab } from "./matrix-tab.tsx";
import { bindingText, hasBindings, hasParams, policyOutline } from "./model/policy-text.ts";
import { policyAssist } from "./policy-assist.ts";
import { policyDrafts } from "./policy-store.ts";
import { benchInWords, usePolicyBench, type BenchSource, type PolicyBench } from "./use-policy-bench.ts";
import { installPolicy, removePolicy } from "./write-policy.ts";
import { catalog } from "../../state/catalog.ts";
import { tellError } from "../../state/tell-error.ts";

type TabId = "matrix" | "expressions" | "function" | "hits";

const anyKind = { expected: undefined, partial: false };

/** The workbench of one policy: its text with the server's answer, and what it would do before it is bound. */
export function PolicyWorkbench({ source, route }: { readonly source: BenchSource; readonly route: Route }) {
  const page = usePage();
  const { bench, text } = usePolicyBench(source, route);
  const lines = useLineMarks(bench.check.problems);
  const edit = policyDrafts.use((state) => state.edit);
  const manifest = useManifestAssist(anyKind);
  const assist = useMemo(() => ({ ...policyAssist(page, manifest), check: noMarks }), [page, manifest]);
  const pane = (
    <TextPane
      label="Policy"
      value={text}
      placeholder="Paste a policy and its binding as YAML"
      onValue={(next) => edit(bench.place, next)}
      assist={assist}
      check={bench.check}
      {...lines}
    />
  );
  return (
    <Workbench
      id="policy"
      label="Policy workbench"
      bar={<BenchBar bench={bench} text={text} />}
      text={pane}
      views={(within) => <Views bench={bench} marks={lines.marks} text={within} />}
    >
      <Unserved bench={bench} />
    </Workbench>
  );
}

function BenchBar({ bench, text }: { readonly bench: PolicyBench; readonly text: string }) {
  const page = usePage();
  const { parts, check } = bench;
  const name = parts?.policy?.name ?? "";
  return (
    <WorkbenchBar
      home={{ label: "Policies", href: "#/policies" }}
      title={name === "" ? "New policy" : name}
      status={benchInWords(bench)}
      isError={(check.kind === "refused" || check.kind === "unreadable") && errorsAmong(check.problems) > 0}
    >
      {isReadOnly(page) ? null : <BindButton bench={bench} text={text} />}
      {page.embed === undefined ? <More bench={bench} text={text} /> : null}
    </WorkbenchBar>
  );
}

/** Adds a binding to a text that has none, and stores all documents otherwise. */
function BindButton({ bench, text }: { readonly bench: PolicyBench; readonly text: string }) {
  const page = usePage();
  const edit = policyDrafts.use((state) => state.edit);
  const { parts, check, place } = bench;
  const { policy, bindings = [] } = parts ?? {};
  if (policy !== undefined && hasBindings(policy.kind) && bindings.length === 0) {
    const { apiVersion } = Object(policy.value);
    const add = () =>
      edit(
        place,
        `${text.trimEnd()}\n${bindingText(policy.kind, String(apiVersion), policy.name, hasParams(policy.value))}`,
      );
    return <Button onClick={add}>Add a binding</Button>;
  }
  const label = check.exists ? "Update" : policy === undefined || hasBindings(policy.kind) ? "Bind" : "Install";
  return (
    <Button
      tone="primary"
      disabled={check.kind !== "accepted" || check.installed || parts === undefined}
      onClick={() => void (parts && installPolicy(page, parts))}
    >
      {label}
    </Button>
  );
}

function More({ bench, text }: { readonly bench: PolicyBench; readonly text: string }) {
  const page = usePage();
  const forget = policyDrafts.use((state) => state.forget);
  const { parts, place, check } = bench;
  const stored: readonly MenuEntry[] =
    parts?.policy === undefined || !check.exists
      ? []
      : [
          ...(parts.bindings.length === 0
            ? []
            : [{ label: "Delete the bindings", onSelect: () => void removePolicy(page, parts, false) }]),
          {
            label: "Delete the policy and its bindings",
            tone: "danger" as const,
            onSelect: () => void removePolicy(page, parts, true),
          },
        ];
  return (
    <ActionMenu
      trigger={<Button tone="plain" icon="more" className="kp-icon-button" aria-label="More" />}
      entries={[
        {
          label: "Save as a file",
          icon: "download",
          onSelect: () => saveText(`${parts?.policy?.name ?? "policy"}.yaml`, text),
        },
        { label: "Discard my changes", icon: "clear", tone: "danger", onSelect: () => forget(place) },
        ...stored,
      ]}
    />
  );
}

function Unserved({ bench: { check } }: { readonly bench: PolicyBench }) {
  const page = usePage();
  if (check.unserved?.startsWith("Mutating") !== true) return null;
  return (
    <div className="pad">
      <Note>
        The server evaluates the draft here all the same. To bind it, turn on the feature gate MutatingAdmissionPolicy
        and the API admissionregistration.k8s.io/v1beta1, which are off by default in 1.34.{" "}
        {isReadOnly(page) ? null : (
          <Button size="small" onClick={() => void turnOnMutatingPolicies(page)}>
            Turn both on and restart the server
          </Button>
        )}
      </Note>
    </div>
  );
}

const items = ({ parts }: PolicyBench): readonly TabItem<TabId>[] => [
  { id: "matrix", label: "Matrix" },
  parts?.policy?.kind.endsWith("WebhookConfiguration") === true
    ? { id: "function", label: "Function" }
    : { id: "expressions", label: "Expressions" },
  { id: "hits", label: "Who would this hit?" },
];

interface ViewsProps {
  readonly bench: PolicyBench;
  readonly marks: LineMarks;
  readonly text: ReactNode;
}

const Views = ({ bench, marks, text }: ViewsProps) => (
  <ViewTabs route={bench.route} items={items(bench)} first="matrix" text={text} problems={bench.check.problems.length}>
    {(tab) => <View tab={tab} bench={bench} marks={marks} />}
  </ViewTabs>
);

function View({ tab, bench, marks }: { readonly tab: TabId; readonly bench: PolicyBench; readonly marks: LineMarks }) {
  const { written, parts } = bench;
  if (written === undefined || parts?.policy === undefined) return <NoPolicy bench={bench} />;
  const shown = { bench, written, policy: parts.policy };
  switch (tab) {
    case "matrix":
      return <MatrixTab {...shown} />;
    case "expressions":
      return <ExpressionsTab {...shown} marks={marks} />;
    case "function":
      return <FunctionTab {...shown} />;
    case "hits":
      return <HitsTab {...shown} />;
  }
}

/** What an empty workbench shows: a way to begin. */
function NoPolicy({ bench: { place, check } }: { readonly bench: PolicyBench }) {
  const edit = policyDrafts.use((state) => state.edit);
  const outline = <Button onClick={() => edit(place, policyOutline)}>Begin with an outline</Button>;
  return (
    <EmptyState icon="policies" title="No policy yet" actions={check.kind === "empty" ? outline : undefined}>
      What a policy does is shown here once the text has a ValidatingAdmissionPolicy, a MutatingAdmissionPolicy or the
      configuration of webhooks.
    </EmptyState>
  );
}

const version = "admissionregistration.k8s.io/v1beta1=true";

/** Restarts the server with the gate and the API of mutating policies turned on. */
async function turnOnMutatingPolicies(page: Page): Promise<void> {
  try {
    const { chosen } = await page.inspect.serverSettings();
    const served = chosen.runtimeConfig.split(",").filter((item) => item !== "");
    await page.inspect.changeSettings({
      ...chosen,
      featureGates: { ...chosen.featureGates, MutatingAdmissionPolicy: true },
      runtimeConfig: [...new Set([...served, version])].join(","),
    });
    await catalog.of(page).getState().load();
    page.toasts.add({ description: "The server serves mutating policies now." });
  } catch (error) {
    tellError(page, error);
  }
}
