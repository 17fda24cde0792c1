import { expect, test } from "vitest";
import { FakeClock } from "../../component-base/testing/fake-clock.ts";
import { createSession } from "../session.ts";
import { Jobs } from "./jobs.ts";
import { isProgram, programNames } from "./program-names.ts";
import { runStatement } from "./shell.ts";
import { statementsOf } from "./statements.ts";

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
      list: async (path) => {
        const names = [...written.keys()].filter((name) => path === "." || name.startsWith(`${path}/`));
        return names.length === 0
          ? undefined
          : names.map((name) => (path === "." ? name : name.slice(path.length + 1)));
      },
      write: async (path, text) => void written.set(path, text),
      remove: async (path) => void written.delete(path),
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
  ["N=4; echo $((1+2)) $(( N * (2 + 1) - 7/2 )) \"$(($N % 3))\" $((N > 3)) $(())", "3 9 1 1 0\n"],
  ["echo $((1/0))", "error: division by 0\n"],
  ["sleep 0 0m; echo $?; sleep 0 soon; echo $?", "0\nsleep: invalid time interval 'soon'\n1\n"],
  ["sleep", "sleep: missing operand\n"],
  ["echo $((1+))", "error: 1+: arithmetic syntax error in expression\n"],
  ["F=a/b.tar.gz; echo ${F%.*} ${F%%.*} ${F#*/} ${F##*.} ${F%x}", "a/b.tar a/b b.tar.gz gz a/b.tar.gz\n"],
  ["for i in 1 2\ndo\n  echo $i # a comment\n\ndone\necho end", "1\n2\nend\n"],
  ["for i in 1 2; do\n  cat <<EOF\nis $i\nEOF\ndone", "is 1\nis 2\n"],
  ["if false\nthen\n echo a\nelif true; then\n echo b\nelse\n echo c\nfi", "b\n"],
  ["X=1; while [ $X != 1111 ]; do X=1$X; done; echo $X", "1111\n"],
  ["[ -z '' ] && [ -n a ] && [ ! -f f ] && test 2 -lt 10 && echo yes; [ 1 -eq x ]; [ a = b ] || echo no", "yes\n[: x: integer expression expected\nno\n"],
  ["mkdir d; echo x > d/f; [ -d d ] && [ -f d/f ] && [ ! -d d/f ] && [ -e d ] && echo yes; [ a", "yes\n[: missing `]'\n"],
  ["echo x > f\nwhile grep -q x f; do\n  echo y > f\n  echo again\ndone", "again\n"],
  ["until grep -q y f; do echo y > f; done\ncat f", "grep: f: No such file or directory\ny\n"],
  ["while false; do echo a; done && echo none", "none\n"],
  ["echo a |\n  tr a b &&\n  echo c", "b\nc\n"],
  ["for i in 1; do\n  if true; then\n    for j in a b; do echo $i$j; done\n  fi\ndone", "1a\n1b\n"],
  ["while true; do echo x\necho y", "error: syntax error near unexpected token `newline'\ny\n"],
  ["for i in 1; do echo x", "error: syntax error near unexpected token `newline'\n"],
  ["mkdir -p a/b && cd a/b && echo x > f; pwd; cd ..; cat b/f; cd ~; cat a/b/f; cd -; pwd", "/a/b\nx\nx\n/a\n"],
  ["echo x > f; cp f g; mv f h; cat f g h; rm g h; ls", "x\nx\ncat: f: No such file or directory\n"],
  ["mkdir d; echo x > d/f; cp -r d e; ls e; rm d; rm -r d; ls d", "f\nrm: cannot remove 'd': Is a directory\nls: cannot access 'd': No such file or directory\n"],
  ["echo x > f; cp f d/; mv f d/g; cat d/f d/g; rm nothing; rm -f nothing", "x\nx\nrm: cannot remove 'nothing': No such file or directory\n"],
  ["cd f; touch a; cd a", "cd: a: Not a directory\n"],
  ["X=1; unset X; echo [$X]", "[]\n"],
  ["echo oops >&2 | tr a-z A-Z; echo a'&'b \\&", "oops\na&b &\n"],
  ["echo one & echo two; jobs; kill $!", "one\ntwo\nkill: (1) - No such process\n"],
  ["printf 'a b\\n c d e\\n' | while read -r x y; do echo \"$y,$x\"; done; echo [$y]", "b,a\nd e,c\n[]\n"],
  ["printf 'b\\na\\n' | while IFS= read -r x; do echo \"<$x>\"; done | sort", "<a>\n<b>\n"],
  ["printf '1,2\\n' | while IFS=, read -r x y; do echo $x $y; done", "1 2\n"],
  ["for i in 1 2; do echo $i; done > f; cat f; while read -r x; do echo got $x; done < f", "1\n2\ngot 1\ngot 2\n"],
  ["while read -r x; do echo $x; done <<EOF\na\nb\nEOF", "a\nb\n"],
  ["for i in b a; do echo $i; done | sort | head -n 1 && echo end", "a\nend\n"],
  ["if true; then echo x; fi | tr x y", "y\n"],
  ["echo a | while read -r x; do N=$x; done; echo [$N]; while read -r x; do N=$x; done <<< b; echo [$N]", "[]\n[b]\n"],
  ["echo a b |\nwhile read -r x y\ndo\n  if [ $x = a ]; then echo $y; fi\ndone", "b\n"],
  ["echo 'a b' > f; read X Y < f; echo $Y $X; read -r Z < /dev/null; echo $? [$Z]", "b a\n1 []\n"],
  ["echo a b c | xargs; echo a b c | xargs -n 2 echo got; echo x y | xargs -I{} echo '<{}>'", "a b c\ngot a b\ngot c\n<x y>\n"],
  ["echo | xargs -r echo no; echo \"'a b' c\" | xargs -n1 echo; echo a | xargs false; echo $?", "a b\nc\n123\n"],
  ["for i in 1 2; do nope $i; done 2> f; echo; cat f", "\nnope: command not found\nnope: command not found\n"],
  ["for i in 1; do nope; done 2>&1 | tr a-z A-Z", "NOPE: COMMAND NOT FOUND\n"],
  ["for i in 1; do nope; done > f 2>&1; cat f; if nope; then true; fi 2>/dev/null", "nope: command not found\n"],
  ["X=1\necho a | while read -r x; do X=$x; echo $((1 / 0)); done\necho [$X]", "error: division by 0\n[1]\n"],
  ["printf '😀 b\\n' | while read -r x y; do echo \"$y,$x\"; done", "b,😀\n"],
  ["read x y <<< 'a\\ b c\\\\'; echo \"$x,$y\"", "a b,c\\\n"],
  ["IFS=', ' read -r x y <<< '1 , 2'; echo \"$x;$y\"; IFS=,; read -r x y <<< '1,2,'; echo \"$x;$y\"", "1;2\n1;2\n"],
  ["IFS=, read -r x y <<< '1,2,3,'; echo \"$y\"; IFS= read -r x <<< '  a '; echo \"[$x]\"", "2,3,\n[  a ]\n"],
  ["read -q X <<< a; echo $?; read 1x <<< a; echo $?", "read: -q: invalid option\n2\nread: `1x': not a valid identifier\n1\n"],
  ["read -rp 'name: ' X <<< a; echo $X; read -t1 -- X <<< b; echo $X", "a\nb\n"],
  ["echo \"it's\" | xargs echo; echo $?", "xargs: unmatched single quote; by default quotes are special to xargs unless you use the -0 option\n1\n"],
  ["echo a b c | xargs -rn 2 echo; echo a b | xargs --max-args 1 echo; echo a | xargs -t echo; echo $?", "a b\nc\na\nb\nxargs: invalid option -- 't'\n1\n"],
  ["echo a | xargs -n 0; echo a | xargs -n 1.5; echo a | xargs -L x", "xargs: value 0 for -n option should be >= 1\nxargs: invalid number \"1.5\" for -n option\nxargs: invalid number \"x\" for -L option\n"],
  ["printf ' a \\n' | xargs -I{} echo '<{}>'", "<a >\n"],
  ["X=1; echo a | read X; echo $X; printf a | while read -r x || [ -n \"$x\" ]; do X=2; done | cat; echo $X", "1\n1\n"],
  ["done", "error: syntax error near unexpected token `done'\n"],
])("%s", async (script, printed) => {
  expect(await run(script)).toBe(printed);
});

test("the background has bounds, and ends with the session", async () => {
  const clock = new FakeClock();
  const ended = new AbortController();
  const jobs = new Jobs(clock, ended.signal);
  let printed = "";
  const output = { out: () => undefined, err: (text: string) => void (printed += text) };
  const endless = (_output: unknown, signal: AbortSignal): Promise<number> =>
    new Promise((resolve) => signal.addEventListener("abort", () => resolve(130)));
  for (let i = 0; i < 17; i++) {
    const started = jobs.start(output, endless);
    clock.advance(1000);
    await started;
  }
  expect(printed).toBe("at most 16 jobs run in the background\n");
  expect((await jobs.run("kill", ["%2", "3"], ended.signal)).code).toBe(0);
  expect((await jobs.run("jobs", [], ended.signal)).stdout).not.toMatch(/\[[23]\]/);
  ended.abort();
  await expect(jobs.run("wait", [], new AbortController().signal)).resolves.toMatchObject({ code: 0 });
  expect((await jobs.run("jobs", [], new AbortController().signal)).stdout).toBe("");
});

test("each program that is offered is there", async () => {
  for (const name of programNames) expect(await run(`${name} --help < /dev/null`)).not.toContain("command not found");
  expect(isProgram("vagrant")).toBe(false);
});

test("a command that runs others does more than read", async () => {
  const { natureOf } = await import("../only-reads.ts");
  expect(natureOf({ line: "kubectl get pods", bodies: [] }).onlyReads).toBe(true);
  expect(natureOf({ line: "echo $(kubectl delete pod x)", bodies: [] }).onlyReads).toBe(false);
  expect(natureOf({ line: "cat <<EOF", bodies: ["`kubectl delete pod x`\n"] }).onlyReads).toBe(false);
});
