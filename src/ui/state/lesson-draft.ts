import { createStore } from "zustand/vanilla";
import { defineSlice } from "./page.ts";

/** What an author begins with. */
export const template = `---
title: A lesson of my own
section: My notes
level: beginner
minutes: 3
view: log
---

# A lesson of my own

A lesson is a Markdown file. Blocks like the next one run, on a server in memory that belongs to the lesson alone.

\`\`\`yaml create
apiVersion: v1
kind: ConfigMap
metadata:
  name: colors
data:
  sky: blue
\`\`\`

What is expected of the answer stands below it, and is checked.

\`\`\`http expect
201 Created

data: {sky: blue}
\`\`\`

## Break it: the same name again

\`\`\`predict
( ) 200 OK
(x) 409 Conflict
\`\`\`

\`\`\`http
POST /api/v1/namespaces/default/configmaps

{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "colors"}}
---
409 Conflict

{"reason": "AlreadyExists"}
\`\`\`
`;

interface Draft {
  readonly text: string;
  readonly write: (text: string) => void;
}

const isText = (value: unknown): value is string => typeof value === "string";

/** The lesson that the reader writes. */
export const draft = defineSlice<Draft>((page) =>
  createStore<Draft>((set) => ({
    text: page.memory.read("lesson-draft", isText) ?? template,
    write(text) {
      set({ text });
      page.memory.write("lesson-draft", text);
    },
  })),
);
