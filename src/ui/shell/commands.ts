import type { IconName } from "../design/icon.tsx";
import { addressOf, explainAddress, targetOf, type Resource } from "../kube/resource.ts";
import { togglePause, toggleRecording } from "../features/recorder/recorder.ts";
import { openPresentation } from "../platform/presenting.ts";
import { exportObjects } from "../shared/export-objects.ts";
import type { Page } from "../state/page.ts";
import { consoleAddress, firstPlace, navigate, watchAddress } from "../state/route.ts";
import { isDockOpen, setDock, settings, toggleTimeline, type Theme } from "../state/settings.ts";
import { askAboutWorld } from "../state/world-dialog.ts";
import { urlOfNamed, worlds } from "../state/worlds.ts";
import { tellError } from "../state/tell-error.ts";
import { help, snippet } from "./palette-store.ts";
import { railPlaces } from "./places.tsx";

/** An entry of the command palette. */
export interface Command {
  readonly id: string;
  readonly label: string;
  readonly note: string;
  readonly icon: IconName;
  readonly words?: readonly string[];
  readonly run: () => void;
}

const themes: readonly Theme[] = ["system", "light", "dark"];

/** Returns the global actions. */
export function actions(page: Page): readonly Command[] {
  const change = settings.of(page).getState().change;
  const go = (address: string) => () => navigate(address);
  // oxfmt-ignore
  return [
    ...railPlaces.map(({ id, label, rail: { icon, words } }): Command => ({ id: `go ${id}`, label: `Go to ${label}`, note: words, icon, run: go(`#/${id}`) })),
    { id: "new request", label: "New request", note: "an empty console", icon: "plus", run: go(consoleAddress({ method: "GET", target: "/api/v1/" })) },
    { id: "terminal", label: "Open terminal", note: "kubectl", icon: "terminal", words: ["kubectl", "shell", "command line"], run: go("#/terminal") },
    { id: "new watch", label: "New watch", note: "choose a kind", icon: "watches", run: go("#/watches") },
    { id: "watch lab", label: "Watch lab", note: "an informer, step by step", icon: "watches", words: ["reflector", "bookmark", "410", "relist", "resume"], run: go("#/watches/lab") },
    { id: "cel cost", label: "CEL: a rule that costs too much", note: "what it costs, and how to reduce it", icon: "cel", words: ["expression", "budget"], run: go("#/cel/cost?example=over-budget") },
    { id: "cel fixtures", label: "CEL: one rule over many inputs", note: "the fixture table of the lab", icon: "cel", words: ["expression", "test"], run: go("#/cel/fixtures") },
    { id: "new definition", label: "New definition", note: "a new custom resource", icon: "definitions", words: ["crd", "customresourcedefinition"], run: go("#/definitions/own") },
    { id: "lesson definition", label: "Lesson: a definition and its rules", note: "an autoscaler", icon: "definitions", words: ["crd", "gallery"], run: go("#/definitions/gallery/autoscaler?tab=lesson") },
    { id: "new policy", label: "New policy", note: "drafted and tried, then bound", icon: "policies", words: ["admission", "validating", "mutating", "webhook"], run: go("#/policies/own") },
    { id: "explain", label: "Explain a kind", note: "its fields, types and documentation", icon: "book", words: ["schema", "openapi"], run: go("#/explain") },
    { id: "identity", label: "Identity: who am I, what may I do", note: "and act as another user", icon: "person", words: ["impersonate", "rbac", "whoami", "can-i"], run: go("#/identity") },
    { id: "audit", label: "Audit: who requested what", note: "audit events and policy", icon: "server", words: ["policy", "events"], run: go("#/server?tab=audit") },
    { id: "apiservices", label: "APIServices: who answers for which group", note: "extension API servers and why they are down", icon: "server", words: ["aggregation", "aggregated", "extension"], run: go("#/server?tab=apis") },
    { id: "server settings", label: "Server settings", note: "release, feature gates, served APIs", icon: "server", words: ["feature-gates", "runtime-config", "emulated-version", "beta", "alpha"], run: go("#/server?tab=settings") },
    { id: "faults", label: "Faults: make requests fail", note: "rules of the server", icon: "warning", words: ["inject", "chaos", "429", "latency", "timeout"], run: go("#/server?tab=faults") },
    { id: "embed", label: "Embed this view", note: "the HTML that shows it in another page", icon: "external", words: ["snippet", "iframe", "share"], run: () => snippet.of(page).getState().setOpen(true) },
    { id: "present", label: "Present: a window for talks", note: "large type, no bars; Ctrl K leads", icon: "external", words: ["projector", "talk", "second window", "demo"], run: openPresentation },
    { id: "new world", label: "New world", note: "a server, objects and drafts of its own", icon: "plus", words: ["create", "named"], run: () => askAboutWorld(page, { kind: "new" }) },
    { id: "worlds", label: "Worlds: switch, rename, duplicate, delete", note: "those that this browser keeps", icon: "world", words: ["named", "copy"], run: go("#/server?tab=worlds") },
    { id: "compare", label: "Compare worlds", note: "and merge one into this one", icon: "world", words: ["diff", "merge", "fork"], run: go("#/compare") },
    ...worlds.of(page.guests.own).getState().worlds.map((world): Command => ({ id: `world ${world.id}`, label: `Switch to world ${world.name}`, note: "", icon: "world", run: () => location.assign(urlOfNamed(world)) })),
    { id: "open file", label: "Open a file or a shared link", note: ".kubepad, YAML, JSON", icon: "upload", words: ["import", "share"], run: go("#/shared") },
    { id: "export", label: "Export all objects", note: "as a file that can be imported again", icon: "download", words: ["save", "backup", ".kubepad"], run: () => void exportObjects(page).catch((error: unknown) => tellError(page, error)) },
    { id: "reset", label: "Reset: delete all objects", note: "asks what is deleted", icon: "clear", words: ["start over", "clear", "delete everything", "drafts", "history"], run: go("#/server?ask=reset") },
    { id: "help", label: "Help", note: "keys, and lessons about this view", icon: "help", words: ["keyboard", "shortcuts"], run: () => help.of(page).getState().setOpen(true) },
    { id: "welcome", label: "Welcome", note: "first steps, beside the world", icon: "info", run: () => (change({ welcomed: false }), navigate(firstPlace)) },
    { id: "dock terminal", label: "Show or hide the terminal beside the request log", note: "", icon: "dock", words: ["kubectl"], run: () => (change({ dockTerminal: !settings.of(page).getState().dockTerminal }), setDock(page, true)) },
    { id: "dock", label: "Show or hide the request log", note: "", icon: "dock", run: () => setDock(page, !isDockOpen(page)) },
    { id: "timeline", label: "Timeline: show or hide the line of revisions", note: "go back in time; Alt R", icon: "history", words: ["revisions", "past", "history", "time travel", "play back"], run: () => toggleTimeline(page) },
    { id: "record", label: "Record what I do, or stop", note: "becomes a lesson, a test or a script", icon: "record", words: ["recorder", "recording", "playwright", "macro"], run: () => void toggleRecording(page) },
    { id: "record pause", label: "Pause the recording, or go on", note: "", icon: "pause", words: ["recorder"], run: () => void togglePause(page) },
    { id: "recordings", label: "Recordings", note: "as lessons, tests, scripts and embeds", icon: "record", words: ["recorder", "playwright", "test"], run: go("#/recordings") },
    { id: "log", label: "Request log", note: "every request, its stages and what came of it", icon: "requests", words: ["trace", "har", "waterfall"], run: go("#/log") },
    ...themes.map((theme): Command => ({ id: `theme ${theme}`, label: `Theme: ${theme}`, note: "", icon: theme === "dark" ? "moon" : theme === "light" ? "sun" : "system", run: () => change({ theme }) })),
  ];
}

/** Returns the commands for a kind. */
export function kindCommands(resource: Resource): readonly Command[] {
  const where = resource.group === "" ? resource.version : `${resource.group}/${resource.version}`;
  const words = [resource.resource, ...resource.shortNames];
  const id = `${resource.group}/${resource.resource}`;
  // oxfmt-ignore
  const commands: readonly Command[] = [
    { id: `browse ${id}`, label: resource.kind, note: `browse · ${where}`, icon: "objects", words, run: () => navigate(addressOf(resource)) },
    { id: `create ${id}`, label: `Create ${resource.kind}`, note: where, icon: "plus", words: [...words, "new"], run: () => navigate(`${addressOf(resource)}?create=1`) },
    { id: `watch ${id}`, label: `Watch ${resource.resource}`, note: where, icon: "watches", words, run: () => navigate(watchAddress(`${targetOf(resource)}?watch=true`)) },
    { id: `explain ${id}`, label: `Explain ${resource.kind}`, note: `fields · ${where}`, icon: "book", words: [...words, "schema"], run: () => navigate(explainAddress(resource)) },
  ];
  const needs: Readonly<Record<string, string>> = { browse: "list", create: "create", watch: "watch" };
  return commands.filter((command) => {
    const verb = needs[command.id.split(" ")[0] ?? ""];
    return verb === undefined || resource.verbs.includes(verb);
  });
}
