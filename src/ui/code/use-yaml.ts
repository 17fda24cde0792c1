import { useEffect, useState } from "react";
import { parseManifest, printYaml } from "../data/yaml.ts";

/** JSON text as YAML once it is made; the earlier one stays in sight while a new one is in work. */
export function useYaml(text: string): string | undefined {
  const [yaml, setYaml] = useState<string | undefined>(undefined);
  useEffect(() => {
    let current = true;
    const show = (made: string) => {
      if (current) setYaml(made);
    };
    parseManifest(text)
      .then(printYaml)
      .then(show, () => show(text));
    return () => {
      current = false;
    };
  }, [text]);
  return yaml;
}
