/**
 * Reports whether a list as kube-controller-manager's `--controllers` takes it enables a controller: `*` is all of
 * them, `NAME` one, `-NAME` not that one; the first entry about a controller decides (app.IsControllerEnabled).
 */
export function enablesController(list: readonly string[], name: string): boolean {
  const first = list.find((entry) => entry === name || entry === `-${name}`);
  return first === undefined ? list.includes("*") : first === name;
}
