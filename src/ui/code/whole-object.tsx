import { useMemo } from "react";
import { printJson } from "../data/yaml.ts";
import { settings } from "../state/settings.ts";
import { CodeView } from "./code-view.tsx";
import { useYaml } from "./use-yaml.ts";

/** Shows an object as text in the language that the reader has chosen. */
export function WholeObject({ label, object }: { readonly label: string; readonly object: unknown }) {
  const language = settings.use((state) => state.language);
  const json = useMemo(() => printJson(object), [object]);
  const yaml = useYaml(json);
  return <CodeView label={label} language={language} text={language === "json" ? json : (yaml ?? "")} />;
}
