import { expect, test } from "vitest";
import { FakeClock } from "../../component-base/testing/fake-clock.ts";
import { createSession } from "../session.ts";
import { runStatement } from "./shell.ts";
import { statementsOf } from "./statements.ts";

const bare = (path: string): string => path.replace(/^\.\//, "");

/** What a script prints, in a session without a server. */
async function run(script: string): Promise<string> {
  const written = new Map<string, string>();
  const session = createSession({
    handle: () => Promise.reject(new Error("no server")),
    clock: new FakeClock(),
    random: () => 0,
    server: "http://127.0.0.1",
    files: {
      read: async (path) => written.get(bare(path)),
      list: async (path) => {
        const names = [...written.keys()].filter((name) => path === "." || name.startsWith(`${path}/`));
        return names.length === 0
          ? undefined
          : names.map((name) => (path === "." ? name : name.slice(path.length + 1)));
      },
      write: async (path, text) => void written.set(bare(path), text),
      remove: async (path) => void written.delete(bare(path)),
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
  ["A=(a 'b c' $(echo d e)); echo ${#A[@]} ${A[1]} ${A[-1]} ${A}; for x in \"${A[@]}\"; do echo \"<$x>\"; done", "4 b c e a\n<a>\n<b c>\n<d>\n<e>\n"],
  ["A=(\n  one # a comment\n  \"t w o\"\n)\nA+=(three)\necho \"${A[*]}\" ${A[@]:1:1} ${#A[1]}", "one t w o three t w o 5\n"],
  ["A=(x.sig x.cert); echo \"${A[@]%.*}\" pre\"${A[@]}\"post", "x x prex.sig x.certpost\n"],
  ["greet() { echo \"hi $1 of $#\"; return 3; }; greet a b; echo $?", "hi a of 2\n3\n"],
  ["function f {\n  local X=1\n  for i in \"$@\"; do\n    if [ \"$i\" = stop ]; then return; fi\n    echo $i\n  done\n}\nf a 'b c' stop d", "a\nb c\n"],
  ["f()\n{\n  echo in\n}\nf | tr a-z A-Z; type f; command -v nope; echo $?", "IN\nf\n1\n"],
  ["case start in\n  stop|halt) echo no;;\n  st*)\n    echo yes\n    ;;\n  *) echo other ;;\nesac", "yes\n"],
  ["case $(echo b) in (a) echo a;; b|c) if true; then echo bc; fi;; esac; echo $?", "bc\n0\n"],
  ["case x in y) echo y;; esac && echo none", "none\n"],
  ["X=abc; [[ $X == a* && -n $X ]] && echo glob; [[ $X == 'a*' ]] || echo quoted; [[ $X =~ ^a(b|c)+$ ]] && echo regex", "glob\nquoted\nregex\n"],
  ["if [[ ! -f nope || ( 1 -gt 2 ) ]]; then echo yes; else echo no; fi; [[ a < b ]] && [[ b > a ]] && echo order", "yes\norder\n"],
  ["if [[ \"$1\" == \"version\" ]]\nthen\n  echo v\nfi\necho end", "end\n"],
  ["i=3; ((i++)); ((i += 2)); echo $i; ((i > 5 && i < 7)) && echo six; ((0)); echo $?; echo $((i == 6 || 0)) $((!i))", "6\nsix\n1\n1 0\n"],
  ["(cd a; X=1; echo sub); pwd; echo [$X]; { echo one; echo two; } | tac; (exit 4); echo $?", "sub\n/\n[]\ntwo\none\n4\n"],
  ["{ echo a; echo b; } > f; cat f; (echo c; echo d) >> f; tail -n1 f", "a\nb\nd\n"],
  ["cat <(echo a) <(echo b); while read -r x; do echo got $x; done < <(printf '1\\n2\\n')", "a\nb\ngot 1\ngot 2\n"],
  ["for i in 1 2 3; do [ $i = 2 ] && continue; echo $i; done; for i in 1 2; do echo $i; break; done; while true; do break; done", "1\n3\n1\n"],
  ["X=path/to/file.txt; echo ${X/to/from} ${X//t/T} ${X:0:4} ${X:5} ${X^} ${X^^} ${#X} ${Y:=set} $Y ${X:+yes}", "path/from/file.txt paTh/To/file.TxT path to/file.txt Path/to/file.txt PATH/TO/FILE.TXT 16 set set yes\n"],
  ["X=a; X+=b; echo $X; export Y=1; Y+=2; echo $Y; echo ${NOPE:?is not set}", "ab\n12\nerror: NOPE: is not set\n"],
  ["cat > s.sh <<'EOF'\n#!/bin/bash\nif [[ \"$1\" == v ]]\nthen\n  echo \"$0 $A $B\"\n  exit 5\nfi\necho args \"$@\"\nEOF\n./s.sh; chmod +x s.sh; B=1; export A=2; ./s.sh v; echo $?; ./s.sh x 'y z'; chmod -x s.sh; ./s.sh", "bash: ./s.sh: Permission denied\n./s.sh 2 \n5\nargs x y z\nbash: ./s.sh: Permission denied\n"],
  ["./nope.sh; echo $?; chmod +x nope; chmod a+rx; chmod rubbish nope", "bash: ./nope.sh: No such file or directory\n127\nchmod: cannot access 'nope': No such file or directory\nchmod: missing operand after 'a+rx'\nchmod: invalid mode: 'rubbish'\n"],
  ["echo '#!/usr/bin/python3' > p; chmod 755 p; ./p", "bash: ./p: /usr/bin/python3: bad interpreter: No such file or directory\n"],
  ["alias say='echo said'; say it; alias echo='echo -n'; echo x; unalias echo; echo y", "said it\nxy\n"],
  ["echo 'X=7; f() { echo f$X; }' > lib; source lib; f; . ./lib; echo $X; . nope", "f7\n7\nbash: nope: No such file or directory\n"],
  ["eval \"echo a; X=2\"; echo $X; set -- p q; echo $1 $#; shift; echo $1", "a\n2\np 2\nq\n"],
  ["X=$(\n  echo multi\n  echo line\n)\necho $X", "multi line\n"],
  ["trap 'echo bye' EXIT; set -euo pipefail; : ignored; echo $$ | grep -qE '^[0-9]+$' && echo pid", "pid\n"],
  ["if true; then\n  echo a >&2\n  echo b 2>&1\n  echo c\nfi; (echo d >&2) | cat; f(){ echo e; }; f", "a\nb\nc\nd\ne\n"],
  ["f(){ f; }; f\nf(){ (f | cat); }; f\nf(){ $(f); }; f", "error: f: maximum function nesting level exceeded (200)\nerror: f: maximum function nesting level exceeded (200)\nerror: bash: maximum function nesting level exceeded (200)\n"],
  ["echo '. ./s' > s; . ./s; echo './s' > s; chmod +x s; ./s", "error: bash: maximum function nesting level exceeded (200)\nerror: ./s: maximum function nesting level exceeded (200)\n"],
  ["alias a=b; alias b=a; a\nf(){ f & }; f", "error: b: maximum function nesting level exceeded (200)\nerror: f: maximum function nesting level exceeded (200)\n"],
  ["a=x; while true; do a+=$a; done; \na=(x); while true; do a+=(\"${a[@]}\"); done\nb=$(while true; do printf '%09999d' 1; done)", "error: a: cannot allocate 33554432 bytes\nerror: a: cannot allocate 33554432 bytes\nerror: output: cannot allocate 16778322 bytes\n"],
  ["case x in x) echo a", "error: syntax error near unexpected token `newline'\n"],
  ["[[ a == b", "error: unexpected end of line while looking for matching ]]\n"],
  ["f() echo", "error: syntax error near unexpected token `echo'\n"],
])("%s", async (script, printed) => {
  expect(await run(script)).toBe(printed);
});

// oxfmt-ignore
test.each([
  ["cat > kubectl-foo <<'EOF'\n#!/bin/sh\n[ \"$1\" = version ] && echo 1.0 && exit\necho I am $0 \"$@\"\nEOF\nkubectl foo; chmod +x kubectl-foo; mv kubectl-foo /usr/local/bin; kubectl foo version; kubectl foo a --b", "error: unknown command \"foo\" for \"kubectl\"\n\nDid you mean this?\n\ttop\n1.0\nI am /usr/local/bin/kubectl-foo a --b\n"],
  ["for n in foo foo-bar foo_bar-baz; do echo \"echo $n \\$@\" > /usr/local/bin/kubectl-$n; chmod +x /usr/local/bin/kubectl-$n; done; kubectl foo bar x; kubectl foo baz; kubectl foo-bar baz y", "foo-bar x\nfoo baz\nfoo_bar-baz y\n"],
  ["kubectl plugin list; echo > p/kubectl-x; cp p/kubectl-x q/; PATH=p:q kubectl plugin list; PATH=p kubectl plugin list --name-only", "error: unable to find any kubectl plugins in your PATH\nThe following compatible plugins are available:\n\np/kubectl-x\n  - warning: p/kubectl-x identified as a kubectl plugin, but it is not executable\nq/kubectl-x\n  - warning: q/kubectl-x identified as a kubectl plugin, but it is not executable\n  - warning: q/kubectl-x is overshadowed by a similarly named plugin: p/kubectl-x\nerror: 3 plugin warnings were found\nThe following compatible plugins are available:\n\nkubectl-x\n  - warning: p/kubectl-x identified as a kubectl plugin, but it is not executable\nerror: one plugin warning was found\n"],
])("plugins: %#", async (script, printed) => {
  expect(await run(script)).toBe(printed);
});
