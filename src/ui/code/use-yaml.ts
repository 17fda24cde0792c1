import { textsOf } from "../texts/texts.ts";
import { usePage } from "../state/page.ts";
import { useLatestAnswer } from "../data/use-answer.ts";
import { translate } from "../data/yaml.ts";
import type { Language } from "../../assist/language.ts";

/** Longer texts are laid out in a worker. For shorter ones the way there takes longer than the work. */
const inPageUpTo = 30_000;

/** Returns a document laid out, once that is done. The previous result is shown meanwhile. */
export function useLaidOut(text: string, language: Language): string | undefined {
  const page = usePage();
  return useLatestAnswer(
    () =>
      (text.length > inPageUpTo ? textsOf(page).layOut(text, language) : translate(text, language)).catch(() => text),
    [page, text, language],
  );
}

/** Returns JSON text as YAML once it is converted. The previous result is shown during a conversion. */
export const useYaml = (text: string): string | undefined => useLaidOut(text, "yaml");
