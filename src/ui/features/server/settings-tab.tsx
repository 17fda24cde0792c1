import { useMemo, useState } from "react";
import { isRecord } from "../../../apimachinery/is-record.ts";
import { sendJson } from "../../data/send.ts";
import { useAnswer } from "../../data/use-answer.ts";
import { plural } from "../../data/words.ts";
import { Badge, Skeleton } from "../../design/feedback.tsx";
import { TextInput } from "../../design/field.tsx";
import { VirtualTable, type Column } from "../../design/virtual-table.tsx";
import { StatusNote } from "../../shared/status-note.tsx";
import { usePage, type Page } from "../../state/page.ts";
import { askText } from "./ask-text.ts";
import { readMetrics } from "./metrics-text.ts";

/** A feature gate as the server has it set. */
interface Gate {
  readonly name: string;
  readonly stage: string;
  readonly isOn: boolean;
}

interface ServerSettings {
  readonly version: string;
  readonly gates: readonly Gate[];
  readonly groupVersions: readonly string[];
}

const stages: Readonly<Record<string, string>> = { "": "GA" };

async function askSettings(page: Page, signal: AbortSignal): Promise<ServerSettings> {
  const ask = (target: string) => sendJson(page.handle, "kubepad-ui/0.1", { method: "GET", target, signal });
  const [metrics, version, groups] = await Promise.all([askText(page, "/metrics", signal), ask("/version"), ask("/apis")]);
  const gates = readMetrics(metrics).filter(({ name }) => name === "kubernetes_feature_enabled").map(({ labels, value }): Gate => ({ name: labels["name"] ?? "", stage: stages[labels["stage"] ?? ""] ?? labels["stage"] ?? "", isOn: value === "1" }));
  return { gates: gates.toSorted((a, b) => (a.name < b.name ? -1 : 1)), version: versionWords(version), groupVersions: ["v1", ...groupVersionsOf(groups)] };
}

function versionWords(version: unknown): string {
  if (!isRecord(version)) return "unknown";
  const { minor, emulationMajor, emulationMinor } = version;
  const emulated = typeof emulationMajor === "string" && typeof emulationMinor === "string" && emulationMinor !== minor ? `, acting as ${emulationMajor}.${emulationMinor}` : "";
  return `${typeof version["gitVersion"] === "string" ? version["gitVersion"] : "unknown"}${emulated}`;
}

const listOf = (value: unknown): readonly Readonly<Record<string, unknown>>[] => (Array.isArray(value) ? value.filter(isRecord) : []);
const groupVersionsOf = (groups: unknown): readonly string[] => listOf(isRecord(groups) ? groups["groups"] : undefined).flatMap((group) => listOf(group["versions"]).map((version) => String(version["groupVersion"])));

const columns: readonly Column<Gate>[] = [
  { id: "name", label: "Feature gate", width: "minmax(140px, 1fr)", draw: ({ name }) => <code title={name}>{name}</code> },
  { id: "stage", label: "Stage", width: "90px", draw: ({ stage }) => <span className="quiet">{stage}</span> },
  { id: "on", label: "Now", width: "50px", draw: ({ isOn }) => <Badge tone={isOn ? "added" : "neutral"}>{isOn ? "on" : "off"}</Badge> },
];

/** How the server is set: its version, the feature gates and the versions of APIs that it serves. */
export function SettingsTab() {
  const page = usePage();
  const [filter, setFilter] = useState("");
  const { value, refused } = useAnswer("settings", (signal) => askSettings(page, signal));
  const rows = useMemo(() => (value?.gates ?? []).filter(({ name }) => name.toLowerCase().includes(filter.trim().toLowerCase())), [value, filter]);
  if (refused !== undefined) return <div className="pad"><StatusNote status={refused} /></div>;
  if (value === undefined) return <Skeleton lines={10} />;
  return (
    <section className="column fill" aria-label="Settings">
      <div className="kp-server-versions">
        <p>Version <strong>{value.version}</strong>. It serves {plural(value.groupVersions.length, "group version")}:</p>
        <p className="small quiet kp-server-groups" tabIndex={0} role="group" aria-label="Group versions">{value.groupVersions.join(" · ")}</p>
      </div>
      <div className="kp-toolbar"><TextInput className="kp-server-filter" aria-label="Filter feature gates" placeholder="Filter feature gates" value={filter} onValue={setFilter} /><span className="quiet small kp-server-count">{rows.filter(({ isOn }) => isOn).length} of {rows.length} on</span></div>
      <VirtualTable label="Feature gates" rows={rows} columns={columns} rowKey={({ name }) => name} empty={<p className="pad quiet">No gate is called that.</p>} />
    </section>
  );
}
