import { useLatestAnswer } from "../data/use-answer.ts";
import { usePage } from "../state/page.ts";
import type { TextDocument } from "../../validate/read-documents.ts";
import { textsOf } from "./texts.ts";

/** The result of the last parse. */
export interface Reading {
  readonly text: string;
  readonly documents: readonly TextDocument[];
}

/** Parses a text after a pause in typing. Returns undefined before the first result. */
export function useReading(owner: string, text: string): Reading | undefined {
  const page = usePage();
  return useLatestAnswer(
    async () => ({ text, documents: await textsOf(page).read(owner, text) }),
    [page, owner, text],
    text.length > 50_000 ? 250 : 60,
  );
}
