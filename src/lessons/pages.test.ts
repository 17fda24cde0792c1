import { describe, expect, test } from "vitest";
import { readSite } from "./front-matter.ts";
import { lineReports } from "./line-counts.ts";
import { parseLesson } from "./parse-lesson.ts";
import { noSite } from "./site-settings.ts";
import { SourceFile } from "./source-lines.ts";
import { block, pageFailures, reportsOf } from "./testing/run-blocks.ts";

const front = "---\ntitle: T\n---\n";
const generator = "---\ntitle: T\nweight: 10\ncontent_type: task\n---\n";
const getPods = block("shell", "kubectl get pods");
const consoleBlock = block("console", "$ kubectl get pods");
const request = block("http", "GET /api");

// oxfmt-ignore
test.each<[what: string, text: string, kind: "lesson" | "page"]>([
  ["no front matter", getPods, "page"],
  ["a title alone, and command lines without words of lessons", front + getPods, "page"],
  ["a title alone, and a console", front + consoleBlock, "lesson"],
  ["a title alone, and a request", front + request + getPods, "lesson"],
  ["members of a generator, and a console", generator + consoleBlock, "page"],
  ["members of a generator, and a request", generator + request, "lesson"],
  ["no title, and a request", "---\nweight: 1\n---\n" + request, "page"],
  ["page: true", "---\ntitle: T\npage: true\n---\n" + consoleBlock, "page"],
  ["members of a generator of another type", "---\ntitle: 5\nlevel: [1]\npath: /docs\nweight: x\n---\n" + getPods, "page"],
])("%s is a lesson or a page", (_what, text, kind) => {
  expect(parseLesson("x.md", text).kind).toBe(kind);
});

test("command lines alone in a site are those of a page, which has its first heading as title", () => {
  const text = `${front}\n${consoleBlock}`;
  expect(parseLesson("x.md", text, noSite).kind).toBe("page");
  expect(parseLesson("x.md", `# Pods\n\n## More\n\n${getPods}`).title).toBe("Pods");
});

test("a page has the server of a cluster that its readers have", () => {
  const { server, seed } = parseLesson("x.md", getPods);
  expect(server).toMatchObject({ controllers: ["*"], speed: 20 });
  expect(seed.map(({ kind }) => kind)).toEqual(["Node", "Node", "StorageClass"]);
  const own = parseLesson("x.md", `---\nserver: {speed: 2}\nseed: [{apiVersion: v1, kind: Pod}]\n---\n${getPods}`);
  expect(own.server).toMatchObject({ controllers: ["*"], speed: 2 });
  expect(own.seed.map(({ kind }) => kind)).toEqual(["Node", "Node", "StorageClass", "Pod"]);
  expect(own.lines.get("seed.3")).toBe(3);
});

/** The command lines of a block, with what is below each, and those that do not run. */
function readBlock(language: string, text: string) {
  const { steps, notRun } = parseLesson("x.md", block(language, text));
  const [step] = steps;
  const commands = step?.action.kind === "commands" ? step.action.commands : [];
  return {
    runs: commands.map((each) => [each.line, each.text, ...each.output.map((line) => line.text)]),
    not: notRun.map(({ line, reason }) => `${line}: ${reason}`),
  };
}

// oxfmt-ignore
test.each<[what: string, language: string, text: string, runs: readonly unknown[], not: readonly string[]]>([
  ["lines without a prompt", "bash", "# a comment\nkubectl get a\n\nkubectl get b \\\n  -o name\n", [[3, "kubectl get a"], [5, "kubectl get b \\\n  -o name"]], []],
  ["prompts, with output", "sh", "$ kubectl get a\nA\nB\n\n$ kubectl get b", [[2, "kubectl get a", "A", "B"], [6, "kubectl get b"]], []],
  ["a user at a host", "console", "me@host:~$ kubectl get a\nA\n[root@host dir]# kubectl get b", [[2, "kubectl get a", "A"], [4, "kubectl get b"]], []],
  ["a user in brackets", "sh", "[ root@web-1:/ ]$ ls\nA", [[2, "ls", "A"]], []],
  ["root in a console", "console", "# kubectl get a\nA", [[2, "kubectl get a", "A"]], []],
  ["prompts of containers", "sh", "/# cat /etc/a\nA\n/ # ls\n~ $ ls /\n/data $ pwd", [[2, "cat /etc/a", "A"], [4, "ls"], [5, "ls /"], [6, "pwd"]], []],
  ["a comment above prompts", "shell-session", "# first this\n$ kubectl get a", [[3, "kubectl get a"]], []],
  ["prompts that continue", "console", "$ kubectl apply -f - <<EOF\n> a: b\n> EOF\nout", [[2, "kubectl apply -f - <<EOF\na: b\nEOF", "out"]], []],
  ["heredocs", "shell", "cat <<'EOF' > f\n# $x\n<x>\nEOF\nkubectl get a", [[2, "cat <<'EOF' > f\n# $x\n<x>\nEOF"], [6, "kubectl get a"]], []],
  ["PowerShell", "console", "PS C:\\> kubectl get a\nout\n$ kubectl get b", [[4, "kubectl get b"]], ["2: PowerShell and cmd do not run here"]],
  ["a block of PowerShell", "powershell", "kubectl get a", [], ["2: PowerShell and cmd do not run here"]],
  ["other programs", "shell", "docker start\nsystemctl kubectl get a\nX=1 helm ls | cat", [], ["2: there is no program docker here", "3: there is no program systemctl here", "4: there is no program helm here"]],
  ["other programs within", "shell", "X=$(helm ls)\nfor i in 1; do docker ps; done\nkubectl get a", [[4, "kubectl get a"]], ["2: there is no program helm here", "3: there is no program docker here"]],
  ["what a reader puts in", "shell", "kubectl get svc <service-name>\nkubectl get svc \"<your service>\"\nkubectl get a", [[4, "kubectl get a"]], ["2: the reader puts something in for <service-name>", "3: the reader puts something in for <your service>"]],
  ["an editor", "shell", "kubectl edit pod a\nKUBE_EDITOR='sed -i s/a/b/' kubectl edit pod a", [[3, "KUBE_EDITOR='sed -i s/a/b/' kubectl edit pod a"]], ["2: it opens an editor"]],
  ["a shell in a container", "console", "$ kubectl exec -it web -- /bin/bash\nroot@web:/# nginx -v\nx\nroot@web:/# exit\n$ nginx -v", [[2, "kubectl exec -it web -- /bin/bash"], [3, "nginx -v", "x"], [5, "exit"]], ["6: there is no program nginx here"]],
  ["a shell that a line of kubectl leaves", "sh", "kubectl run -i --tty --rm a --image=busybox -- sh\nnosuch a\nkubectl get a\nnosuch a", [[2, "kubectl run -i --tty --rm a --image=busybox -- sh"], [3, "nosuch a"], [4, "kubectl get a"]], ["5: there is no program nosuch here"]],
  ["a command in a container", "sh", "kubectl exec -it web -- ls\nnginx -v", [[2, "kubectl exec -it web -- ls"]], ["3: there is no program nginx here"]],
  ["lines of kubectl without a language", "", "kubectl get a\nkubectl get b", [[2, "kubectl get a"], [3, "kubectl get b"]], []],
  ["shortcodes", "shell", "kubectl label ns a v=v{{< skew currentVersion >}}\nkubectl get {{< param \"x\" >}}", [[2, "kubectl label ns a v=v1.34"]], ["3: a generator puts something in for its shortcode"]],
  ["loops over lines", "shell", "for i in 1 2\ndo\n  kubectl get $i # each\ndone\nkubectl get a", [[2, "for i in 1 2\ndo\n  kubectl get $i # each\ndone"], [6, "kubectl get a"]], []],
  ["what was printed, without a prompt", "shell", "nosuch a\nINFO file made\nI0805 10:43:25.129850   46757 a.go:126] b\nkubectl get b", [[5, "kubectl get b"]], ["2: there is no program nosuch here"]],
  ["lines of a document", "shell", "kubectl get b -o yaml | grep c: -C 2\n  uid: d\nspec:\n  - c: 1\n...\nkubectl get b", [[2, "kubectl get b -o yaml | grep c: -C 2", "  uid: d", "spec:", "  - c: 1", "..."], [7, "kubectl get b"]], []],
  ["a head of one column", "shell", "kubectl get b -o custom-columns=NAME:.metadata.name\nNAME\nb", [[2, "kubectl get b -o custom-columns=NAME:.metadata.name", "NAME", "b"]], []],
  ["output below lines without a prompt", "shell", "kubectl get a\nNAME   AGE\na      1s\nkubectl create ns b\nnamespace/b created", [[2, "kubectl get a", "NAME   AGE", "a      1s"], [5, "kubectl create ns b", "namespace/b created"]], []],
  ["what the shell does not have", "shell", "echo ${x@Q}\nkubectl get a", [[3, "kubectl get a"]], ["2: expansion ${x@Q} is not available here"]],
])("%s", (_what, language, text, runs, not) => {
  expect(readBlock(language, text)).toEqual({ runs, not });
});

test("command lines of a lesson that do not run are told", () => {
  const { steps, notRun } = parseLesson("x.md", front + request + block("console", "$ helm ls\nx\n$ ls") + getPods);
  expect(steps).toHaveLength(1);
  expect(notRun.map(({ line, reason }) => `${line}: ${reason}`)).toEqual([
    "8: there is no program helm here",
    "10: nothing in its block runs kubectl",
    "13: in a lesson, command lines stand in a console block, behind $; page: true makes it a page",
  ]);
  expect(parseLesson("x.md", front + request + block("sh example", "kubectl get pods")).notRun).toEqual([]);
});

describe("a block of output", () => {
  const created = block("shell", "kubectl create ns demo");
  const expectations = (text: string): number => parseLesson("x.md", text).steps[0]?.expectations.length ?? 0;

  test.each([
    ["without a language", created + "\nThe output is similar to this:\n\n" + block("", "x"), 1],
    ["none", created + block("none", "x"), 1],
    ["a console without prompts", created + block("console", "x"), 1],
    ["a shell, with a table", created + block("shell", "NAME   STATUS   AGE\ndemo   Active   5d"), 1],
    ["a shell, with the result of a write", created + block("bash", "namespace/demo created"), 1],
    [
      "a shell, below words about output",
      created + "\nThe output is similar to:\n\n" + block("shell", "hello there"),
      1,
    ],
    [
      "a shell with commands, below words about output",
      created + "\nLook at the output:\n\n" + block("shell", "kubectl get ns"),
      0,
    ],
    ["a shell, with what is no output", created + block("shell", "hello there"), 0],
    ["yaml of objects that are printed", block("shell", "kubectl get ns -o yaml") + block("yaml", "x"), 1],
    ["yaml of something else", created + block("yaml", "x"), 0],
    ["a manifest", created + block("", "apiVersion: v1\nkind: Pod"), 0],
    ["indented, without a fence", `${created}\n    x\n`, 0],
    ["below another heading", created + "\n# More\n\n" + block("", "x"), 0],
    ["after a line that does not run", block("shell", "kubectl get ns\ncrictl ps") + block("", "x"), 0],
    ["of a command in the words above it", created + "\nThen the command `ls /etc` produces:\n\n" + block("", "x"), 0],
    [
      "of another command, named in the paragraph before",
      created + "\nRun `kubectl get ns` to see.\n\nThe output is:\n\n" + block("", "x"),
      0,
    ],
    ["of the command before it, in words", created + "\nRun `kubectl create ns` to see\n\n" + block("", "x"), 1],
    ["after another block", created + block("go", "x") + block("", "x"), 0],
    ["after output in the block", block("shell", "$ kubectl get ns\nx") + block("", "x"), 0],
  ])("%s", (_what, text, count) => expect(expectations(text)).toBe(count));

  test("is compared as readers do, with the last line or with all", async () => {
    const two = block("shell", "kubectl create ns demo\nkubectl get ns demo");
    const last = block("", "NAME   STATUS   AGE\ndemo   Active   5d");
    expect(await pageFailures(two + last)).toEqual([]);
    expect(
      await pageFailures(two + block("", `namespace/demo created\n\n${"NAME STATUS AGE\ndemo Active 1s"}`)),
    ).toEqual([]);
    const other = block("", "NAME STATUS AGE\ndemo Terminating 5d");
    expect(await pageFailures(two + other, { bounds: { waitMs: 500 } })).toEqual([
      expect.stringMatching(/^failed 7 the output: demo Terminating 5d, demo +Active +\d+s$/),
    ]);
  });
});

test("a page goes on after a line that fails, and shares variables, files and the folder", async () => {
  const text = [
    block(
      "bash",
      "mkdir -p web && cd web\ncat <<EOF > cm.yaml\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\nEOF",
    ),
    block("bash", "$ kubectl get nothing\n$ export NAME=a"),
    block(
      "bash",
      "$ kubectl apply -f cm.yaml\nconfigmap/a created\n$ cd ..; kubectl get cm ${NAME} -o name\nconfigmap/a",
    ),
    block("bash", "rm -r web; kubectl apply -f web"),
  ];
  expect(await pageFailures(text.join("\n"), { bounds: { waitMs: 5000 } })).toEqual([
    expect.stringMatching(/^failed 11 the exit code: 0, 1: error: the server doesn't have a resource type/),
    expect.stringMatching(/^failed 23 the exit code: 0, 1: error: the path "web" does not exist/),
  ]);
});

test("a reader looks again until pods run, and does not wait for what has no end", async () => {
  const text = [
    block("shell", "kubectl create deployment web --image=nginx --replicas=2\nkubectl get pods"),
    block(
      "",
      "NAME READY STATUS RESTARTS AGE\nweb-5d4f8c7b9-abcde 1/1 Running 0 1m\nweb-5d4f8c7b9-fghij 1/1 Running 0 1m",
    ),
    block("shell", "kubectl get pods -w\nkubectl logs -l app=web"),
  ];
  expect(await pageFailures(text.join("\n"))).toEqual([]);
});

describe("an address", () => {
  const apply = (address: string): string =>
    block("shell", `$ mkdir web; cd web; kubectl apply -f ${address}\nconfigmap/a created`);
  const shipped = async (path: string) =>
    path === "examples/pods/a.yaml" ? "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}" : undefined;
  const files =
    "---\nfiles:\n  https://k8s.io/examples/: examples\n  https://x.example/a.yaml: examples/pods/a.yaml\n  local.yaml: examples/pods/a.yaml\n---\n";

  test.each([
    "https://k8s.io/examples/pods/a.yaml",
    "http://k8s.io/examples/pods/a.yaml",
    "https://x.example/a.yaml",
    "https://x.example/a.yaml?raw=true",
  ])("%s is the file that stands for it", async (address) =>
    expect(await pageFailures(files + apply(address), { shipped })).toEqual([]),
  );

  test.each([
    ["https://k8s.io/examples/pods/b.yaml", "examples/pods/b.yaml, which stands for it under files, is not there"],
  ])("%s that cannot be read says what to do", async (address, reason) => {
    const found = await pageFailures(files + apply(address), { shipped });
    expect(found).toEqual([expect.stringContaining(`unable to read URL "${address}": ${reason}`)]);
  });

  test("a path of the folder may be a file as well", async () => {
    const text = block("shell", "kubectl apply -f local.yaml\necho 'kind: none' > local.yaml\ncat local.yaml");
    expect(await pageFailures(files + text + block("", "configmap/a created\nkind: none"), { shipped })).toEqual([]);
  });
});

test.each([
  ["files: [a]", "x.md:2: files is a map"],
  ["files: {a: 1}", "x.md:2: files has a, which is to be a string"],
  ["programs: {}", "x.md:2: programs is a list"],
  ["programs: [{run: ls, output: x}]", "x.md:2: programs has output, which is not known; there are run, pod, prints"],
  ["programs: [{run: ls, exitCode: 256}]", "x.md:2: programs has an exitCode that is no number from 0 to 255"],
])("front matter with %s is refused", (member, problem) => {
  expect(() => parseLesson("x.md", `---\n${member}\n---\n${getPods}`)).toThrow(problem);
});

test("a site says what holds of all its pages, and a page may say otherwise", () => {
  const text =
    "files: {https://a/: x, https://b/: y}\nserver: {speed: 5}\nseed: [{kind: Namespace}]\nprograms: [{run: ls}]";
  const site = readSite(new SourceFile("kubepad.yaml", text));
  const own = parseLesson("x.md", `---\nfiles: {https://b/: z}\nprograms: [{run: id}]\n---\n${getPods}`, site);
  expect(own.files).toEqual({ "https://a/": "x", "https://b/": "z" });
  expect(own.programs.map(({ run }) => run)).toEqual(["id", "ls"]);
  expect(own.server.speed).toBe(5);
  expect(own.seed).toEqual([{ kind: "Namespace" }]);
  expect(() => readSite(new SourceFile("kubepad.yaml", "files: {}\nfile: {}"))).toThrow(
    "kubepad.yaml:2: file is not known",
  );
});

/** However busy the machine is. */
const untilReady = "kubectl wait --for=condition=Ready pod/web --timeout=1h";

test("a line whose program a container does not have is no line that passed", async () => {
  const text = block(
    "shell",
    `kubectl run web --image=nginx\n${untilReady}\nkubectl exec -it web -- sh\nnosuchprogram\nexit`,
  );
  const lesson = parseLesson("x.md", text + block("", "never compared"));
  const reports = await reportsOf(lesson);
  const lines = lineReports(lesson, reports).map(({ line, outcome, reason }) => `${line} ${outcome} ${reason}`);
  expect(lines).toEqual([
    "2 passed ",
    "3 passed ",
    "4 passed ",
    "5 not run there is no program nosuchprogram here",
    expect.stringMatching(/^6 failed/),
  ]);
});

test("a line that has done nothing, or lacks a value, is none that passed", async () => {
  const text = [
    block("shell", `kubectl run web --image=example.com/web --port=80\n${untilReady}`),
    block("shell", "kubectl port-forward pod/web 8080:80 &\ncurl http://localhost:8080\nminikube start"),
    block("shell", "kubectl exec web -- apt-get update\nkubectl exec web -- sh -c 'kill 1'\nkubectl logs $POD"),
    block("shell", "$ kubectl get pod $POD web -o name\npod/web"),
  ];
  const lesson = parseLesson("x.md", text.join(""));
  const lines = lineReports(lesson, await reportsOf(lesson, { bounds: { waitMs: 100_000 } }));
  expect(lines.map(({ text: line, outcome, reason }) => `${line.slice(0, 24)}: ${outcome} ${reason}`)).toEqual([
    "kubectl run web --image=: passed ",
    "kubectl wait --for=condi: passed ",
    "kubectl port-forward pod: passed ",
    "curl http://localhost:80: not run what the image example.com/web answers is not simulated",
    "minikube start: not run minikube start does nothing: the cluster is there already",
    "kubectl exec web -- apt-: not run packages are not installed in simulated containers",
    "kubectl exec web -- sh -: not run processes are not simulated",
    "kubectl logs $POD: not run the page gives no value to $POD",
    "kubectl get pod $POD web: passed ",
  ]);
});

test("a server that a line has started is asked again until it serves", async () => {
  const start = `kubectl run web --image=nginx --port=80\n${untilReady}`;
  const serve = "sleep 5 && kubectl port-forward pod/web 8080:80 &\ncurl -s -o /dev/null http://localhost:8080";
  expect(await pageFailures(block("shell", `${start}\n${serve}`))).toEqual([]);
});

test("manifests are read from /dev/stdin", async () => {
  const manifest = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}";
  const text = block("shell", `$ kubectl create -f /dev/stdin <<EOF\n${manifest}\nEOF\nconfigmap/a created`);
  expect(await pageFailures(text)).toEqual([]);
});

test("kubectl diff ends with 1 where something differs", async () => {
  const text =
    "kubectl create configmap a --from-literal=a=1 --dry-run=client -o yaml > a.yaml\nkubectl diff -f a.yaml";
  expect(await pageFailures(block("shell", `${text}\nkubectl diff -f aa.yaml`), { bounds: { waitMs: 500 } })).toEqual([
    expect.stringContaining('the path "aa.yaml" does not exist'),
  ]);
});

test("a block is the file that the command lines below it use, where the prose names it or it is right above", async () => {
  const configMap = (name: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}`;
  const text = [
    "Save this as `a.yaml`:\n\n" +
      block("yaml", configMap("a")) +
      block("shell", "$ kubectl apply -f a.yaml\nconfigmap/a created"),
    block("yaml", configMap("b")) +
      "\nThis is b.yaml.\n\n" +
      block("shell", "$ kubectl apply -f ./b.yaml\nconfigmap/b created"),
    block("yaml", configMap("c")) + "\nRun:\n\n" + block("shell", "$ kubectl apply -f c.yaml\nconfigmap/c created"),
    block("yaml", configMap("e")) + block("shell", "kubectl get nodes") + block("shell", "kubectl apply -f e.yaml"),
    block("yaml", "name: f") + block("shell", "kubectl apply -f f.yaml"),
    block("yaml", configMap("g")) + block("shell", "$ kubectl get -f c.yaml -o name\nconfigmap/c"),
    '{{% code_sample file="pods/d.yaml" %}}\n' + block("shell", "$ kubectl apply -f d.yaml\nconfigmap/d created"),
  ];
  const front = "---\nfiles: {'https://k8s.io/examples/': x/}\n---\n";
  const shipped = async (path: string) => (path === "x/pods/d.yaml" ? configMap("d") : undefined);
  expect(await pageFailures(front + text.join("\n"), { shipped, bounds: { waitMs: 500 } })).toEqual([
    expect.stringContaining('the path "e.yaml" does not exist'),
    expect.stringContaining('the path "f.yaml" does not exist'),
  ]);
});

test("a name that another cluster has generated is that of the page's own pod", async () => {
  const text = [
    block(
      "shell",
      "kubectl create deployment web --image=nginx\nkubectl create deployment db --image=nginx\nkubectl get pods -l app=db -o name",
    ),
    block("", "pod/db-75675f5897-7ci7o"),
    block("shell", "$ kubectl get pod web-75675f5897-kzszj -o name\npod/web-75675f5897-kzszj"),
    block("shell", "$ kubectl get pod db-75675f5897-7ci7o -o jsonpath={.metadata.labels.app}\ndb"),
    block("shell", "kubectl get pod api-75675f5897-kzszj"),
  ];
  const page = parseLesson("x.md", text.join(""));
  const lines = lineReports(page, await reportsOf(page, { bounds: { waitMs: 5000, lessonMs: 3_000_000 } }));
  const missing = 'the page does not make pods "api-75675f5897-kzszj"';
  expect(lines.map(({ reason }) => reason)).toEqual(["", "", "", "", "", missing]);
  expect(lines.filter(({ outcome }) => outcome === "failed")).toEqual([]);
});

test("of a line that watches, the lines are printed that a page shows", async () => {
  const text = block("shell", "kubectl run web --image=nginx\nkubectl get pod web --watch");
  const shown = block("", "NAME READY STATUS RESTARTS AGE\nweb 1/1 Running 0 5s");
  expect(await pageFailures(text + shown)).toEqual([]);
  expect(await pageFailures(text + shown.replace("web 1/1", "web 2/2"), { bounds: { waitMs: 5000 } })).toHaveLength(1);
});

test("a line that is ended asks for nothing any more", async () => {
  const text = [
    block(
      "shell",
      'kubectl run -it ask --image=busybox --rm --restart=Never -- sh -c "while sleep 1; do echo hello; done"',
    ),
    block("", "hello"),
    block("shell", "sleep 1; kubectl get ns default -o name"),
    block("", "namespace/default"),
  ];
  expect(await pageFailures(text.join("\n"), { bounds: { waitMs: 8000, requests: 400 } })).toEqual([]);
});

test("an address that was printed stands for that of the page", async () => {
  const text = [
    block("shell", "kubectl create service clusterip web --tcp=80\nkubectl get service web"),
    block(
      "",
      "service/web created\nNAME TYPE CLUSTER-IP EXTERNAL-IP PORT(S) AGE\nweb ClusterIP 10.0.1.175 <none> 80/TCP 5s",
    ),
    block("shell", "test 10.0.1.175 != $(kubectl get service web -o jsonpath={.spec.clusterIP}) || echo the same"),
    block("", "the same"),
    block("shell", "echo 10.0.1.17"),
    block("", "10.0.1.17"),
  ];
  expect(await pageFailures(text.join("\n"), { bounds: { waitMs: 2000 } })).toEqual([]);
});
