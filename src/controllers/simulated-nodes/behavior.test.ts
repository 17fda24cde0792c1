import { expect, it } from "vitest";
import { behaviorOf } from "./behavior.ts";

const mebi = 2 ** 20;

// oxfmt-ignore
it.each<[command: readonly string[], args: readonly string[], memory: number]>([
  [["stress"], ["--vm", "1", "--vm-bytes", "250M", "--vm-hang", "1"], 250 * mebi],
  [["/usr/bin/stress", "--vm=2", "--vm-bytes=1G"], [], 2048 * mebi],
  [["stress", "-m", "1"], [], 256 * mebi],
  [["stress", "--vm", "1", "--vm-bytes", "many"], [], 0],
  [["stress", "--cpu", "2"], [], 0],
  [["sleep", "--vm", "1"], [], 0],
  [[], [], 0],
])("%j with %j takes its memory", (command, args, memory) => {
  const container = { name: "a", image: "polinux/stress", command, args };
  const pod = { metadata: { name: "p", annotations: {} } };
  expect(behaviorOf(pod, container, false).memory).toBe(memory);
  const annotated = { metadata: { name: "p", annotations: { "simulation.kubepad.dev/memory": "1Ki" } } };
  expect(behaviorOf(annotated, container, false).memory).toBe(1024);
});
