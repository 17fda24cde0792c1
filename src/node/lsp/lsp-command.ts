import { createConnection, ProposedFeatures } from "vscode-languageserver/node";
import { Judge } from "../../lsp/judge.ts";
import { serveEditor } from "../../lsp/language-server.ts";
import { openServer } from "../../validate/server.ts";
import { asksForHelp } from "../usage.ts";
import { UsageError } from "../usage-error.ts";
import { parseJudging } from "../validate-command.ts";
import { WorkspaceFiles } from "./workspace-files.ts";

const usage = (name: string): string => `Usage: ${name} lsp [--stdio] [OPTION ...]
Serves an editor by the Language Server Protocol over standard input and output: what the API server would say of
manifests, documentation and completion of their fields, and changes that mend what is wrong. Takes the options of
${name} validate that say how and beside what manifests are judged: --as, --namespace, --policy, --context-from,
--release and the like.`;

/** Runs `lsp [--stdio] [OPTION ...]` until the editor ends. Resolves with the exit code. */
export async function runLspCommand(name: string, [, ...args]: readonly string[]): Promise<number> {
  if (asksForHelp(args)) {
    process.stdout.write(`${usage(name)}\n`);
    return 0;
  }
  try {
    const { policies, context, ...options } = parseJudging(args);
    const judge = new Judge(() => openServer(options), options);
    const workspace = new WorkspaceFiles({ policies, context });
    const connection = createConnection(ProposedFeatures.all, process.stdin, process.stdout);
    await serveEditor(connection, workspace, judge);
    return 0;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`error: ${error.message}\n`);
    return 2;
  }
}
