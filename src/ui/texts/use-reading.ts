import { useEffect, useState } from "react";
import { usePage } from "../state/page.ts";
import type { TextDocument } from "./read-documents.ts";
import { textsOf } from "./texts.ts";

/** The result of the last parse. */
export interface Reading {
  readonly text: string;
  readonly documents: readonly TextDocument[];
}

/** Parses a text after a pause in typing. Returns undefined before the first result. */
export function useReading(owner: string, text: string): Reading | undefined {
  const page = usePage();
  const [reading, setReading] = useState<Reading | undefined>(undefined);
  useEffect(() => {
    let current = true;
    const read = async () => {
      const documents = await textsOf(page).read(owner, text);
      if (current) setReading({ text, documents });
    };
    const cancel = page.clock.after(text.length > 50_000 ? 250 : 60, () => void read());
    return () => {
      current = false;
      cancel();
    };
  }, [page, owner, text]);
  return reading;
}
