import { useEffect, useState } from "react";
import { parseManifest, printYaml } from "../data/yaml.ts";

/** Returns JSON text as YAML once it is converted. The previous result is shown during a conversion. */
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
