import type { Language } from "../../assist/language.ts";
import { Button } from "../design/button.tsx";

const languages = [
  ["yaml", "YAML"],
  ["json", "JSON"],
] as const satisfies readonly (readonly [Language, string])[];

/** A switch between YAML and JSON. */
export function LanguageSwitch({
  label,
  value,
  onValue,
}: {
  readonly label: string;
  readonly value: Language;
  readonly onValue: (language: Language) => void;
}) {
  return (
    <div className="kp-switch" role="group" aria-label={label}>
      {languages.map(([language, name]) => (
        <Button
          key={language}
          size="small"
          tone="plain"
          aria-pressed={language === value}
          onClick={() => onValue(language)}
        >
          {name}
        </Button>
      ))}
    </div>
  );
}
