import { planOf, type Plan } from "../../../recorder/plan.ts";
import { writeLesson } from "../../../recorder/print-lesson.ts";
import { printShell, type ShellTool } from "../../../recorder/print-shell.ts";
import { printNodeTest, printPlaywrightTest } from "../../../recorder/print-tests.ts";
import type { Recording } from "../../../recorder/recording.ts";
import { withoutSecrets } from "../../../recorder/without-secrets.ts";
import type { CodeLanguage } from "../../code/highlight.ts";
import { printSnippet } from "../../embed/snippet.ts";
import { serveAddress } from "../../kube/serve-address.ts";
import { catalog } from "../../state/catalog.ts";
import type { Page } from "../../state/page.ts";

export type FormatId = "lesson" | "playwright" | "node" | "shell" | "embed";

/** What a recording is written as. */
export interface Format {
  readonly id: FormatId;
  readonly label: string;
  readonly language: CodeLanguage;
  /** The end of the file's name. */
  readonly ending: string;
  /** What it is for, in a sentence. */
  readonly words: string;
}

// oxfmt-ignore
export const formats: readonly Format[] = [
  { id: "lesson", label: "Lesson", language: "markdown", ending: ".md", words: "Markdown that runs: in the page, and by kubepad test." },
  { id: "playwright", label: "Playwright", language: "javascript", ending: ".spec.ts", words: "A test on the fixture of kubepad/playwright." },
  { id: "node", label: "Node test", language: "javascript", ending: ".test.mjs", words: "A test of node:test on a server of kubepad/testing. A command line stands as the requests that it sends." },
  { id: "shell", label: "Shell", language: "yaml", ending: ".sh", words: "A script for any cluster. It checks nothing." },
  { id: "embed", label: "Embed", language: "yaml", ending: ".html", words: "HTML that shows the lesson in another page." },
];

export interface FormatOptions {
  /** Whether the values of Secrets are written out. */
  readonly showsSecrets: boolean;
  readonly tool: ShellTool;
}

/** A recording in a format. */
export interface Written {
  readonly text: string;
  /** The steps of the recording with the lines of the lesson at which they begin. */
  readonly steps: readonly { readonly id: string | undefined; readonly line: number }[];
}

/** Writes a recording in a format. */
export function write(page: Page, recording: Recording, format: FormatId, options: FormatOptions): Written {
  const shown = options.showsSecrets ? recording : withoutSecrets(recording);
  const plan = planOf(shown);
  switch (format) {
    case "lesson":
      return lessonOf(shown, plan);
    case "playwright":
      return { text: printPlaywrightTest(plan), steps: [] };
    case "node":
      return { text: printNodeTest(plan), steps: [] };
    case "shell": {
      const { resources } = catalog.of(page).getState();
      return { text: printShell(plan, options.tool, { server: serveAddress, resources }), steps: [] };
    }
    case "embed": {
      const { text: seed } = lessonOf(shown, plan);
      const snippet = { view: "lesson", parameters: {}, seed, language: "markdown" } as const;
      return { text: printSnippet(document.baseURI, snippet), steps: [] };
    }
  }
}

/** The lesson as its author has changed it, or as it follows from the steps. */
function lessonOf({ lesson }: Recording, plan: Plan): Written {
  if (lesson !== undefined) return { text: lesson, steps: [] };
  const { text, lines } = writeLesson(plan);
  return { text, steps: plan.operations.map(({ step }, i) => ({ id: step, line: lines[i] ?? 0 })) };
}

/** The name of the file that a recording is downloaded as. */
export const fileName = ({ name }: Recording, { ending }: Format): string =>
  `${
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-|-$/g, "") || "recording"
  }${ending}`;
