import { expect, test } from "vitest";
import { FakeClock } from "../../component-base/testing/fake-clock.ts";
import { createSession } from "../session.ts";
import { runStatement } from "./shell.ts";
import { statementsOf } from "./words.ts";

/** What a script prints, in a session without a server. */
async function run(script: string): Promise<string> {
  const written = new Map<string, string>();
  const session = createSession({
    handle: () => Promise.reject(new Error("no server")),
    clock: new FakeClock(),
    random: () => 0,
    server: "http://127.0.0.1",
    files: {
      read: async (path) => written.get(path),
      list: async () => undefined,
      write: async (path, text) => void written.set(path, text),
    },
  });
  let text = "";
  const output = { out: (part: string) => void (text += part), err: (part: string) => void (text += part) };
  for (const statement of statementsOf(script))
    await runStatement(session, statement, output, new AbortController().signal);
  return text;
}

// oxfmt-ignore
test.each([
  ["X=1; echo $X ${X} \"$X\" '$X' \\$X", "1 1 1 $X $X\n"],
  ["X='a  b'; echo $X; echo \"$X\"", "a b\na  b\n"],
  ["echo ${NOPE:-other} ${NOPE-one} [$NOPE]", "other one []\n"],
  ["echo $(echo a; echo b) \"$(echo 'x y')\" `echo c`", "a b x y c\n"],
  ["N=$(echo one | tr a-z A-Z); echo \"got $N\"", "got ONE\n"],
  ["for i in 1 2 $(echo 3); do echo -n $i,; done; echo $i", "1,2,3,3\n"],
  ["if false; then echo a; else echo b; fi && echo c", "b\nc\n"],
  ["false || echo $?; true; echo $?", "1\n0\n"],
  ["! false && echo yes", "yes\n"],
  ["echo a 1> f.txt; echo b >> f.txt; cat f.txt", "a\nb\n"],
  ["echo a | tee f.txt | tac; cat f.txt", "a\na\n"],
  ["X=5; cat <<EOF\nis $X \\$X $(echo y)\nEOF", "is 5 $X y\n"],
  ["X=5; cat <<'EOF'\nis $X\nEOF", "is $X\n"],
  ["export A=1\necho $A", "1\n"],
  ["echo a,b,c | cut -d, -f1,3", "a,c\n"],
  ["echo $((1+2))", "error: arithmetic expansion $((...)) is not available here\n"],
  ["for i in 1; do echo x", "error: syntax error near unexpected token `newline'\n"],
  ["done", "error: syntax error near unexpected token `done'\n"],
])("%s", async (script, printed) => {
  expect(await run(script)).toBe(printed);
});

test("a command that runs others does more than read", async () => {
  const { natureOf } = await import("../only-reads.ts");
  expect(natureOf({ line: "kubectl get pods", bodies: [] }).onlyReads).toBe(true);
  expect(natureOf({ line: "echo $(kubectl delete pod x)", bodies: [] }).onlyReads).toBe(false);
  expect(natureOf({ line: "cat <<EOF", bodies: ["`kubectl delete pod x`\n"] }).onlyReads).toBe(false);
});
