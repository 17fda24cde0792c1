import { spawnSync } from "node:child_process";
import { dirname } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { createSystemClock } from "../../src/apimachinery/system-clock.ts";
import { createSession } from "../../src/kubectl/session.ts";
import { runStatement } from "../../src/kubectl/shell/shell.ts";
import { statementsOf } from "../../src/kubectl/shell/statements.ts";
import { unpackKubectl } from "./unpack-kubectl.ts";

/** What kubectl of src/kubectl prints, in a session without a server. */
async function printed(line: string): Promise<string> {
  const session = createSession({
    handle: () => Promise.reject(new Error("no server")),
    clock: createSystemClock(),
    random: () => 0,
    server: "http://127.0.0.1",
    environment: { HOME: "/home/someone" },
    files: { read: async () => undefined, list: async () => undefined, write: async () => {} },
  });
  let text = "";
  const output = { out: (part: string) => void (text += part), err: (part: string) => void (text += part) };
  for (const statement of statementsOf(line))
    await runStatement(session, statement, output, new AbortController().signal);
  return text;
}

let folder: string;
beforeAll(() => {
  folder = dirname(unpackKubectl());
}, 120_000);

const environment = (): Record<string, string> => ({
  PATH: `${folder}:${process.env["PATH"] ?? ""}`,
  HOME: "/home/someone",
  KUBECONFIG: "/nonexistent",
});

test("options prints what kubectl 1.34 prints", async () => {
  const real = spawnSync("kubectl", ["options"], { env: environment(), encoding: "utf8" });
  expect(await printed("kubectl options")).toBe(real.stdout);
});

describe("the script for bash, over the real kubectl,", () => {
  // Prints the words that bash would offer for a line. Their order says nothing: bash sorts them, and kubectl has the
  // shells of `completion` in a map, which Go walks in another order every time.
  test.each([
    ["kubectl rollout st", ["status"]],
    ["kubectl get --output js", ["json", "jsonpath", "jsonpath-as-json", "jsonpath-file"]],
    ["kubectl get --output=js", ["json", "jsonpath", "jsonpath-as-json", "jsonpath-file"]],
    ["kubectl get --show-l", ["--show-labels"]],
    ["kubectl completion ", ["bash", "fish", "powershell", "zsh"]],
    ["kubectl apply -f package.js", ["package.json"]],
    ["kubectl no-such-command x", []],
  ])("completes %s", async (line, words) => {
    const script = `${await printed("kubectl completion bash")}
COMP_LINE=$1; COMP_POINT=\${#1}; COMP_WORDBREAKS=$' \\t\\n"\\'><=;|&(:'
__kubectl_complete 2>/dev/null
printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout } = spawnSync("bash", ["-c", script, "bash", line], { env: environment(), encoding: "utf8" });
    const offered = stdout.split("\n").filter((word) => word !== "");
    expect(offered.sort()).toEqual(words);
  });

  test("is bound to the command", async () => {
    const script = `${await printed("kubectl completion bash")}\ncomplete -p kubectl`;
    const { stdout, stderr } = spawnSync("bash", ["-c", script], { env: environment(), encoding: "utf8" });
    expect([stdout, stderr]).toEqual(["complete -o default -F __kubectl_complete kubectl\n", ""]);
  });
});

test.each(["rollout st", "get -o js", "get --output=js", "apply --dry-run=s"])(
  "__complete answers as kubectl 1.34: %s",
  async (line) => {
    const real = spawnSync("kubectl", ["__completeNoDesc", ...line.split(" ")], {
      env: environment(),
      encoding: "utf8",
    });
    const own = await printed(`kubectl __completeNoDesc ${line}`);
    // The real one does not know the values of --dry-run.
    expect(own).toBe(line.includes("dry-run") ? "server\n:4\n" : real.stdout);
  },
);
