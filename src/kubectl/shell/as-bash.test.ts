import { expect, test } from "vitest";
import { FakeClock } from "../../component-base/testing/fake-clock.ts";
import { LazyContainers } from "../containers/lazy-containers.ts";
import { createSession } from "../session.ts";
import { scriptEnded } from "./scripts.ts";
import { runStatement } from "./shell.ts";

const bare = (path: string): string => path.replace(/^\.\//, "");

/** What a script prints and how it ends, in a session without a server. */
async function run(script: string): Promise<readonly [stdout: string, code: number]> {
  const written = new Map<string, string>();
  const session = createSession({
    handle: () => Promise.reject(new Error("no server")),
    clock: new FakeClock(),
    random: () => 0,
    server: "http://127.0.0.1",
    containers: new LazyContainers(),
    files: {
      read: async (path) => written.get(bare(path)),
      list: async (path) => {
        const names = [...written.keys()].filter((name) => path === "." || name.startsWith(`${path}/`)).toSorted();
        return names.length === 0
          ? undefined
          : names.map((name) => (path === "." ? name : name.slice(path.length + 1)));
      },
      write: async (path, text) => void written.set(bare(path), text),
      remove: async (path) => void written.delete(bare(path)),
    },
  });
  const { stdout, code } = await scriptEnded(
    runStatement,
    session,
    `${script}\n`,
    "s",
    [],
    new AbortController().signal,
  );
  return [stdout, code];
}

// what bash 5.2 prints, and how it ends
// oxfmt-ignore
test.each<[string, string, number]>([
  ["echo {a,b,c} x{1..3}y {5..1} {01..03} {a..e} a{,b}c {x,{y,z}} {a} \"{a,b}\" '{a,b}' {1..10..3}", "a b c x1y x2y x3y 5 4 3 2 1 01 02 03 a b c d e ac abc x y z {a} {a,b} {a,b} 1 4 7 10\n", 0],
  ["touch f{1,2}.txt; ls", "f1.txt\nf2.txt\n", 0],
  ["A=; B=b; echo ${A:-${B}} ${A:-$B-x} \"${A:-\"q q\"}\" ${C-${D-deep}}", "b b-x q q deep\n", 0],
  ["X=path/to/file.tar.gz; echo ${X##*/} ${X%.*} ${X%%.*} ${X#*/} ${#X} ${X/to/TO} ${X//t/_} ${X/#path/P} ${X/%gz/GZ}", "file.tar.gz path/to/file.tar path/to/file to/file.tar.gz 19 path/TO/file.tar.gz pa_h/_o/file._ar.gz P/to/file.tar.gz path/to/file.tar.GZ\n", 0],
  ["X=abc; echo ${X:1} ${X:1:1} ${X: -2} ${X:0:-1} ${X: -2:1}", "bc b bc ab b\n", 0],
  ["X=hello; echo ${X^} ${X^^} ${X^^[l]}; Y=HELLO; echo ${Y,} ${Y,,}", "Hello HELLO heLLo\nhELLO hello\n", 0],
  ["declare -A M; M[a]=1; M[b]=2; echo ${M[a]} ${#M[@]}; for k in a b; do echo $k=${M[$k]}; done", "1 2\na=1\nb=2\n", 0],
  ["declare -A M=([x]=1 [y]=2); echo \"${M[x]}${M[y]}\"; for k in \"${!M[@]}\"; do echo $k; done | sort", "12\nx\ny\n", 0],
  ["f() { local x=1; echo $x; }; x=0; f; echo $x", "1\n0\n", 0],
  ["f() { local a=$1 b; b=2; echo $a$b; }; f z; echo \"[$a$b]\"", "z2\n[]\n", 0],
  ["x=$(false); echo $?; x=$(exit 3); echo $?; y=1; echo $?", "1\n3\n0\n", 0],
  ["set -e; false; echo no", "", 1],
  ["set -e; false || echo yes; if false; then :; fi; ! true; echo still; (exit 3); echo no", "yes\nstill\n", 3],
  ["set -e; f() { false; echo in; }; f || echo or; f; echo no", "in\n", 1],
  ["set -u; echo ${NOPE:-ok}; X=; echo \"[$X]\"; echo \"$NOPE\" || true; echo no", "ok\n[]\n", 1],
  ["set -o pipefail; false | true; echo $?; set +o pipefail; false | true; echo $?", "1\n0\n", 0],
  ["set -euo pipefail; echo a | grep b | cat; echo no", "", 1],
  ["set -e; x=$(false); echo no", "", 1],
  ["trap 'echo bye' EXIT; echo hi; exit 3", "hi\nbye\n", 3],
  ["trap 'echo bye $?' EXIT; false", "bye 1\n", 1],
  ["(trap 'echo sub' EXIT; echo in); echo out", "in\nsub\nout\n", 0],
  ["cleanup() { rm -f t; echo cleaned; }; trap cleanup EXIT; echo x > t; cat t", "x\ncleaned\n", 0],
  ["touch a.yaml b.yaml c.txt; echo *.yaml; echo *.none; for f in *.yaml; do echo \"f=$f\"; done; echo \"*.yaml\"; ls *.txt", "a.yaml b.yaml\n*.none\nf=a.yaml\nf=b.yaml\n*.yaml\nc.txt\n", 0],
  ["mkdir d; touch d/x.y d/z.y; echo d/*.y d/?.y d/[xz].y d/[!x].y */*.y", "d/x.y d/z.y d/x.y d/z.y d/x.y d/z.y d/z.y d/x.y d/z.y\n", 0],
  ["touch .h v; echo *; echo .h*", "v\n.h\n", 0],
  ["X='*'; touch q; echo $X \"$X\"", "q *\n", 0],
  ["IFS=,; X=a,b,c; for i in $X; do echo $i; done; set -- $X; echo \"$*\" $#", "a\nb\nc\na,b,c 3\n", 0],
  ["read -ra A <<< \"a b c\"; echo ${A[1]} ${#A[@]}", "b 3\n", 0],
  ["read -d '' X <<EOF\na\nb\nEOF\necho \"$X\"", "a\nb\n", 0],
  ["mapfile -t L < <(printf 'x\\ny\\n'); echo ${#L[@]} ${L[1]}", "2 y\n", 0],
  ["printf '%s\\n' a b c; printf '%d-%s\\n' 1 a 2 b; printf '%5s|%-5s|%05d|%.2f|%x|%o|%c\\n' a b 7 3.14159 255 8 xyz", "a\nb\nc\n1-a\n2-b\n    a|b    |00007|3.14|ff|10|x\n", 0],
  ["echo $((1+2*3)) $((2**10)) $((7%3)) $((-7/2)) $((1<<4)) $((0xff)) $((010)) $((5&3|8^1)) $((~5)) $((3>2?10:20)) $((1,2))", "7 1024 1 -3 16 255 8 9 -6 10 2\n", 0],
  ["for ((i=0;i<3;i++)); do echo $i; done; for ((i=0, j=5; i<j; i++, j--)); do echo $i$j; done", "0\n1\n2\n05\n14\n23\n", 0],
  ["for i in 1 2 3; do for j in a b; do echo $i$j; break 2; done; done; echo end", "1a\nend\n", 0],
  ["for i; do echo $i; done; set -- a b; for i; do echo $i; done; for i in \"$@\"; do echo $i; done", "a\nb\na\nb\n", 0],
  ["select_() { case $1 in a|b) echo ab;; [0-9]*) echo num;; *.txt) echo txt;; \"\") echo empty;; *) echo other;; esac; }; select_ a; select_ 5x; select_ q.txt; select_ \"\"; select_ z", "ab\nnum\ntxt\nempty\nother\n", 0],
  ["sh -c 'echo $0 $1; exit 4' name arg; echo $?", "name arg\n4\n", 0],
  ["bash -c 'exit 7'; echo $?; bash -c 'echo $#' x 1 2; sh -c \"echo hi; false\"; echo $?", "7\n2\nhi\n1\n", 0],
  ["X=1 bash -c 'echo $X'; Y=2; bash -c 'echo [$Y]'; export Y; bash -c 'echo [$Y]'", "1\n[]\n[2]\n", 0],
  ["bash <<'EOF'\necho from stdin\nexit 5\nEOF\necho $?", "from stdin\n5\n", 0],
  ["echo 'echo piped' | bash; echo 'echo $1' | bash -s arg", "piped\narg\n", 0],
  ["echo out 2>&1 > f; cat f; ls nope > f 2>&1; cat f | wc -l; ls nope 2>&1 >/dev/null | wc -l", "out\n1\n1\n", 0],
  ["cat < f1 2>/dev/null || echo none; echo a > f1; cat < f1; cat 0< f1; tr a b < f1 > f2; cat f2", "none\na\na\nb\n", 0],
  ["> empty; wc -c empty; : > e2; cat e2; [ -f e2 ] && echo yes; [ -s e2 ] || echo nosize", "0 empty\nyes\nnosize\n", 0],
  ["[ 1 -eq 1 -a 2 -eq 2 ] && echo and; [ a = b -o c = c ] && echo or; [ ! -e x ] && echo not; test -n \"\" || echo empty; [ \"a\" \\< \"b\" ] && echo lt", "and\nor\nnot\nempty\nlt\n", 0],
  ["[[ a == b || c == c ]] && echo yes; [[ abc == *b* ]] && echo glob; [[ foo123 =~ ^([a-z]+)([0-9]+)$ ]] && echo ${BASH_REMATCH[1]} ${BASH_REMATCH[2]}", "yes\nglob\nfoo 123\n", 0],
  ["[[ -z \"\" && -n x ]] && echo ok; [[ 5 -gt 3 ]] && echo gt; [[ ! -d nodir ]] && echo nodir; X=; [[ $X ]] || echo unset; [[ -v HOME ]] && echo set", "ok\ngt\nnodir\nunset\nset\n", 0],
  ["echo \"$(echo \"nested \"quotes\"\" 'x')\" \"${A:-\"d e\"}\" \"`echo 'bt'`\"; echo $(echo $(echo deep)); echo \"$(printf 'a\\n\\n')|\"", "nested quotes x d e bt\ndeep\na|\n", 0],
  ["echo `echo \\`echo nested\\``; echo \"`echo \"a b\"`\"; X=`echo a; echo b`; echo $X", "nested\na b\na b\n", 0],
  ["f() { if [ $1 -le 1 ]; then echo 1; else echo $(( $1 * $(f $(($1-1))) )); fi; }; f 5", "120\n", 0],
  ["set -- a b c; echo $1 $# \"$*\"; shift; echo $1; shift 2; echo $#; set -- \"x y\" z; printf '<%s>' \"$@\"; echo; printf '<%s>' $@; echo; echo \"${@:2}\" \"${*:1:1}\" ${!#}", "a 3 a b c\nb\n0\n<x y><z>\n<x><y><z>\nz x y z\n", 0],
  ["while getopts \"ab:\" o; do echo $o $OPTARG; done; set -- -a -b v rest; while getopts \"ab:\" o; do echo $o $OPTARG; done; shift $((OPTIND-1)); echo $1", "a\nb v\nrest\n", 0],
  ["set -- -ab; getopts ab o; OPTIND=1; getopts ab o; echo $o ${OPTPOS-none}; getopts ab o; echo $o", "a none\nb\n", 0],
  ["f() { local OPTIND; getopts cd p; echo $p; }; set -- -ab; getopts ab o; f -cd; getopts ab o; echo $o", "c\nb\n", 0],
  ["for n in mapfile let . jobs read xargs which '[[' f nope; do echo $n=$(type -t $n); done", "mapfile=builtin\nlet=builtin\n.=builtin\njobs=builtin\nread=builtin\nxargs=file\nwhich=file\n[[=keyword\nf=\nnope=\n", 0],
  ["mkdir -p a/{b,c}/d; touch a/b/d/x a/c/d/y; find a -type f | sort", "a/b/d/x\na/c/d/y\n", 0],
  ["[ -d . ] && echo dir; mkdir t; [ -d t ] && echo t; rmdir t; [ -d t ] || echo gone; [ -x /bin/sh ] && echo x; touch r; [ -r r ] && echo r; [ -w r ] && echo w", "dir\nt\ngone\nx\nr\nw\n", 0],
  ["printf 'b 2\\na 10\\nc 1\\n' > d; sort d; sort -k2 d; sort -k2 -n d; sort -k2nr d; sort -t' ' -k2,2n d; sort -r d", "a 10\nb 2\nc 1\nc 1\na 10\nb 2\nc 1\nb 2\na 10\na 10\nb 2\nc 1\nc 1\nb 2\na 10\nc 1\nb 2\na 10\n", 0],
  ["printf 'b\\na\\nb\\n' | sort -u; printf 'b\\na\\nb\\nb\\n' | sort | uniq -c | sort -rn; printf 'a\\nA\\nb\\n' | sort -f; printf '1.10\\n1.9\\n1.2\\n' | sort -V", "a\nb\n      3 b\n      1 a\nA\na\nb\n1.2\n1.9\n1.10\n", 0],
  ["printf 'b 2\\na 10\\n' > d; sort -o d d; cat d; sort -c d && echo sorted", "a 10\nb 2\nsorted\n", 0],
  ["seq 3; seq 2 4; seq 1 2 5; seq -s, 3; seq 5 -1 3; seq -w 8 10", "1\n2\n3\n2\n3\n4\n1\n3\n5\n1,2,3\n5\n4\n3\n08\n09\n10\n", 0],
  ["printf 'foo\\nbar\\nfoobar\\n' > g; grep foo g; grep -c foo g; grep -v foo g; grep -E 'foo|bar' g; grep -o 'o*' g; grep -n bar g; grep -x foo g; grep -q foo g; echo $?; grep nope g; echo $?; grep -i FOO g; grep -w foo g", "foo\nfoobar\n2\nbar\nfoo\nbar\nfoobar\noo\noo\n2:bar\n3:foobar\nfoo\n0\n1\nfoo\nfoobar\nfoo\n", 0],
  ["echo a:b:c | cut -d: -f2; echo a:b:c | cut -d: -f1,3; echo a:b:c | cut -d: -f2-; echo abcdef | cut -c2-4; echo abc | cut -b1; echo 'a b' | cut -d' ' -f2; echo abcdef | cut -c-3; echo a:b:c | cut -d: -f1,3 --output-delimiter=-; echo a:b:c | cut -d: --complement -f2; echo 'a  b' | cut -d ' ' -f 3", "b\na:c\nb:c\nbcd\na\nb\nabc\na-c\na:c\nb\n", 0],
  ["echo hello | tr a-z A-Z; echo hello | tr -d l; echo aabb | tr -s a; echo 'a b' | tr ' ' '\\n'; echo abc123 | tr -cd '0-9'; echo; echo 'a b' | tr '[:lower:]' '[:upper:]'; echo hello | tr 'el' 'ip'; echo ab | tr -c 'a\\n' x; echo 'a,b' | tr ',' '\\n' | wc -l; echo abc | tr abc x; printf 'a\\nb\\n' | tr '\\n' ' '; echo; echo 'AbC' | tr '[:upper:]' '[:lower:]'; echo 'a1 b!' | tr -d '[:punct:][:digit:]'", "HELLO\nheo\nabb\na\nb\n123\nA B\nhippo\nax\n2\nxxx\na b \nabc\na b\n", 0],
  ["echo hi | base64; echo aGk= | base64 -d; echo aGk= | base64 --decode; echo -n hi | base64 -w0; echo; printf 'a%.0s' $(seq 60) | base64; echo '!!' | base64 -d; echo $?; echo aGkK | base64 -di", "aGkK\nhihiaGk=\nYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFh\nYWFh\n1\nhi\n", 0],
  ["mkdir -p d/e; touch d/a.yaml d/e/b.yaml d/c.txt; find d -name '*.yaml' | sort; find d -type d | sort; find d -type f -name '*.txt'; find d -maxdepth 1 -type f | sort; find d -name '*.yaml' -exec echo got {} \\; | sort; find . -name c.txt; find d -type f | xargs -n1 basename | sort; find d -name '*.txt' -delete; ls d; find d -iname '*.YAML' | wc -l; find d -type f -print0 | xargs -0 echo | wc -w; find nope; echo $?", "d/a.yaml\nd/e/b.yaml\nd\nd/e\nd/c.txt\nd/a.yaml\nd/c.txt\ngot d/a.yaml\ngot d/e/b.yaml\n./d/c.txt\na.yaml\nb.yaml\nc.txt\na.yaml\ne\n2\n2\n1\n", 0],
  ["dirname /a/b/c; basename /a/b/c.txt; basename /a/b/c.txt .txt; dirname c; basename a/; dirname /a; dirname a/b/; basename -s .txt a.txt b.txt", "/a/b\nc.txt\nc\n.\na\n/\na\na\nb\n", 0],
  ["printf 'a\\nA\\n' > j; echo '{\"a\":[1,{\"c\":\"x\"}]}' > k; jq -c . k; jq -r '.a[1].c' k; jq '.a[-1].c' k; seq -s, 3; seq 5 -1 3; seq -w 8 10", "{\"a\":[1,{\"c\":\"x\"}]}\nx\n\"x\"\n1,2,3\n5\n4\n3\n08\n09\n10\n", 0],
  ["mkdir d; [ -d d ] && echo d; ls; mkdir d; echo $?; mkdir -p d/e/f; find d -type d | sort; rmdir d; echo $?; rm -r d; ls", "d\nd\n1\nd\nd/e\nd/e/f\n1\n", 0],
  ["printf 'b 2\\na 10\\nc 1\\n' | sort -k2 -n -r | head -n1; printf 'k=v\\n' | egrep -o '[a-z]=v'; printf 'x\\n' | fgrep -c x", "a 10\nk=v\n1\n", 0],
  ["printf '1.10\\n1.9\\n' | sort -V; printf 'a:3\\nb:1\\n' | sort -t: -k2n; echo abc123 | tr -cd 0-9", "1.9\n1.10\nb:1\na:3\n123", 0],
  ["mkdir -p r/s; echo needle > r/s/f; echo hay > r/g; grep -r needle r; grep -rl needle r; grep -rn needle r; grep -c . r/g; grep -rh needle .; grep -r needle; grep -s x nofile; echo $?", "r/s/f:needle\nr/s/f\nr/s/f:1:needle\n1\nneedle\nr/s/f:needle\n2\n", 0],
  ["x=a/b/c.tar.gz; echo ${x#*/} ${x##*/} ${x%.*} ${x%%.*} ${x%/*} ${x%%/*} ${x%*} ${x%%*}; y=abcabc; echo ${y#*b} ${y##*b} ${y%b*} ${y%%b*} ${y%%*b} ${y%*c} ${y#z*} ${y%%z*}; echo ${y#?} ${y%%[bc]*}", "b/c.tar.gz c.tar.gz a/b/c.tar a/b/c a/b a a/b/c.tar.gz\ncabc c abca a abcabc abcab abcabc abcabc\nbcabc a\n", 0],
  ["echo '{\"b\":1.5,\"a\":1234567890123456789}' | jq -c .", "{\"b\":1.5,\"a\":1234567890123456789}\n", 0],
])("%s", async (script, stdout, code) => {
  expect(await run(script)).toEqual([stdout, code]);
});

test("parts of long values that no pattern matches are looked for once", async () => {
  const long = `x=${"a".repeat(64)}; for i in {1..13}; do x=$x$x; done; `;
  const [stdout] = await run(`${long} y=\${x##*/}; z=\${x%%*/}; echo \${#y} \${#z}`);
  expect(stdout).toBe("524288 524288\n");
});
