/**
 * Finds chunks that import each other statically in a circle. Which of them runs first depends on which is asked for
 * first, and that one finds nothing of the others.
 * @param chunks the recorded chunks of a build: `{ fileName, imports }`
 * @returns the file names along each circle that was met
 */
export function chunkCycles(chunks) {
  const importsOf = new Map(chunks.map(({ fileName, imports }) => [fileName, imports]));
  const done = new Set();
  const path = [];
  const cycles = [];
  const visit = (file) => {
    const start = path.indexOf(file);
    if (start >= 0) cycles.push([...path.slice(start), file]);
    if (start >= 0 || done.has(file)) return;
    path.push(file);
    for (const imported of importsOf.get(file) ?? []) visit(imported);
    path.pop();
    done.add(file);
  };
  for (const { fileName } of chunks) visit(fileName);
  return cycles;
}
