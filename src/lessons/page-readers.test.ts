import { expect, test } from "vitest";
import { lineReports } from "./line-counts.ts";
import { parseLesson } from "./parse-lesson.ts";
import { block, reportsOf } from "./testing/run-blocks.ts";

/** What becomes of each command line of a page. */
async function outcomes(text: string): Promise<readonly string[]> {
  const page = parseLesson("x.md", text);
  const reports = await reportsOf(page, { bounds: { waitMs: 5000, lessonMs: 3_000_000 } });
  return lineReports(page, reports).map(({ outcome, reason }) => (reason === "" ? outcome : `${outcome}: ${reason}`));
}

test("a node and a pod are put in for a reader, and names of nodes of another cluster stand for the own ones", async () => {
  const text = [
    block("shell", "$ kubectl get nodes"),
    block("", "NAME      STATUS   ROLES    AGE   VERSION\nminikube  Ready    <none>   3d    v1.20.0"),
    block("shell", "$ kubectl label nodes <your-node-name> disk=ssd\nnode/node-1 labeled"),
    block("shell", "$ kubectl label node kube-worker-1 disk-\nnode/kube-worker-1 unlabeled"),
    block("shell", "$ kubectl cordon kube-worker-2\nnode/kube-worker-2 cordoned"),
    block("shell", "$ kubectl get node kube-worker-2 -o name\nnode/kube-worker-2"),
    block("shell", "$ kubectl run web --image=nginx\npod/web created\n$ kubectl get pod <pod-name> -o name\npod/web"),
    block("shell", "$ kubectl cordon other-host"),
    block("shell", "$ kubectl cordon node-12"),
  ];
  const all = await outcomes(text.join("\n"));
  expect(new Set(all.slice(0, -2))).toEqual(new Set(["passed"]));
  expect(all.slice(-2)).toEqual(['not run: the page does not make nodes "other-host"', "failed"]);
});

test("a script is the file that is made a program below it, and what holds in another case fails nothing", async () => {
  const script = '#!/bin/bash\nif [[ "$1" == version ]]\nthen\n  echo 1.0\n  exit\nfi\necho plugin';
  const text = [
    block("bash", script),
    block("shell", "chmod +x ./kubectl-foo\nmv kubectl-foo /usr/local/bin"),
    block("shell", "kubectl foo version"),
    block("", "1.0"),
    "If it fails:\n",
    block("shell", "kubectl foo"),
    "If the plugin is broken, it prints:\n",
    block("", "broken"),
    block("shell", "kubectl foo"),
    block("", "broken"),
  ];
  expect(await outcomes(text.join("\n"))).toEqual([
    "passed",
    "passed",
    "passed",
    "not run: the words above what is shown tell of another case",
    "failed",
  ]);
});

test.each(["https://k8s.io/examples/../a.yaml", "https://elsewhere.example/a.yaml"])(
  "%s, for which no file stands, is not run, and what to do is said",
  async (address) => {
    const files = "---\nfiles:\n  https://k8s.io/examples/: examples\n---\n";
    const why =
      "nothing is fetched; name the file that stands for it under files, in the front matter or in kubepad.yaml";
    expect(await outcomes(files + block("shell", `kubectl apply -f ${address}`))).toEqual([
      `not run: ${address} is in a network: ${why}`,
    ]);
  },
);
