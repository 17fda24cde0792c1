import { useState } from "react";
import type { ChosenSettings, PluginFacts } from "../../../../client/settings.ts";
import { Badge } from "../../../design/feedback.tsx";
import { Select } from "../../../design/field.tsx";
import { valueOf, wayOf } from "./choices.tsx";
import { pluginSentences } from "./plugin-sentences.ts";
import { onOff, pluginChoice, withPlugin } from "./settings-changes.ts";
import { serverSettings } from "./settings-store.ts";

interface PluginListProps {
  readonly plugins: readonly PluginFacts[];
  readonly chosen: ChosenSettings;
  /** The name of a setting that is looked for: the list is open if it is that of a plugin. */
  readonly find: string;
}

/** Lists the admission plugins in the order in which they are called, with what each does and whether it is enabled. */
export function PluginList({ plugins, chosen, find }: PluginListProps) {
  const [open, setOpen] = useState(plugins.some(({ name }) => name === find));
  return (
    <details className="kp-set-plugins" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{summary(plugins)}</summary>
      {open ? (
        <ul aria-label="Admission plugins">
          {plugins.map((plugin) => (
            <PluginItem key={plugin.name} plugin={plugin} chosen={chosen} isSought={plugin.name === find} />
          ))}
        </ul>
      ) : null}
    </details>
  );
}

/** `Admission plugins: 20 of 36 are on; off: PodSecurity`. */
function summary(plugins: readonly PluginFacts[]): string {
  const off = plugins.filter(({ byDefault, enabled }) => byDefault && !enabled).map(({ name }) => name);
  const on = plugins.filter(({ enabled }) => enabled).length;
  return `Admission plugins: ${on} of ${plugins.length} are on${off.length === 0 ? "" : `; off: ${off.join(", ")}`}`;
}

const bringIntoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: "center" });

interface PluginItemProps {
  readonly plugin: PluginFacts;
  readonly chosen: ChosenSettings;
  readonly isSought: boolean;
}

function PluginItem({ plugin, chosen, isSought }: PluginItemProps) {
  const edit = serverSettings.use((state) => state.edit);
  const { name, present, byDefault, enabled } = plugin;
  return (
    <li ref={isSought ? bringIntoView : null}>
      <code>{name}</code>
      <span className="quiet small">{pluginSentences[name]}</span>
      <Badge tone={enabled ? "added" : "neutral"}>{onOff(enabled)}</Badge>
      {present ? (
        <Select
          className="kp-set-choice"
          aria-label={`Choice for ${name}`}
          options={[["", `default (${onOff(byDefault)})`], ...ways]}
          value={wayOf(pluginChoice(chosen, name))}
          onValue={(to) => edit(withPlugin(chosen, name, valueOf(to)))}
        />
      ) : (
        <span className="quiet" title="This server does not have this plugin, so it cannot be enabled.">
          not available
        </span>
      )}
    </li>
  );
}

const ways = [
  ["on", "on"],
  ["off", "off"],
] as const;
