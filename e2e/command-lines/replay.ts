import { createSystemClock } from "../../src/apimachinery/system-clock.ts";
import { createSession, type Files } from "../../src/kubectl/session.ts";
import { runStatement } from "../../src/kubectl/shell/shell.ts";
import { createSeededRandom } from "../../src/apimachinery/seeded-random.ts";
import { canonical } from "./canonical.ts";
import type { RecordedLine } from "./records.ts";
import { beginLine, quiet, type ScriptServer } from "./script-server.ts";

/** Files in memory. */
export function memoryFiles(): Files {
  const files = new Map<string, string>();
  const clean = (path: string): string => path.replace(/^\.(?:\/|$)/, "").replace(/\/+$/, "");
  return {
    root: "/tmp/kubectl",
    read: async (path) => files.get(clean(path)),
    list: async (path) => {
      const folder = clean(path) === "" ? "" : `${clean(path)}/`;
      const names = [...files.keys()]
        .filter((name) => name.startsWith(folder))
        .map((name) => name.slice(folder.length));
      return names.length === 0 && folder !== "" ? undefined : names.sort();
    },
    write: async (path, text) => void files.set(clean(path), text),
  };
}

/** A bound for lines that hang: some wait for timeouts of their own, all share the machine. */
const longestMs = 300_000;

/** Matches the recorded requests of a line that writes. */
export const writes = /"method": "(?:POST|PUT|PATCH|DELETE)"/;

/** A line that printed something else than kubectl did. */
export interface DifferentLine {
  readonly command: string;
  /** What was recorded, and what was printed now: outputs and exit code. */
  readonly recorded: string;
  readonly got: string;
}

const asText = (stdout: string, stderr: string, code: number): string => `${stdout}${stderr}exit code ${code}`;

/**
 * Runs the lines of a script on a fresh server and returns those whose output or exit code differ. The server's
 * controllers finish after each line that writes, as they did when the lines were recorded.
 */
export async function replay(server: ScriptServer, lines: readonly RecordedLine[]): Promise<readonly DifferentLine[]> {
  const random = createSeededRandom(1);
  const session = createSession({
    handle: server.handle,
    clock: createSystemClock(),
    random: () => random.int(2 ** 30) / 2 ** 30,
    files: memoryFiles(),
    server: "http://127.0.0.1:8001",
    environment: { KUBE_EDITOR: "false", KUBECONFIG: "/tmp/kubectl/config" },
  });
  const different: DifferentLine[] = [];
  for (const { command, bodies, stdout, stderr, code, requests } of lines) {
    await beginLine(server);
    const got = { stdout: "", stderr: "" };
    const output = {
      out: (text: string) => void (got.stdout += text),
      err: (text: string) => void (got.stderr += text),
    };
    const ended = await runStatement(session, { line: command, bodies }, output, AbortSignal.timeout(longestMs));
    const [out, err] = [canonical(got.stdout), canonical(got.stderr)];
    if (out !== stdout || err !== stderr || ended !== code)
      different.push({ command, recorded: asText(stdout, stderr, code), got: asText(out, err, ended) });
    if (writes.test(requests)) await quiet(server);
  }
  return different;
}
