/**
 * Returns what a function makes of a text that can be edited while it does. Where it was, the function is called again
 * with the edited text, so that nothing that was typed is lost. Rejects as the function does.
 */
export async function madeOfLatest(read: () => string, make: (text: string) => Promise<string>): Promise<string> {
  for (;;) {
    const before = read();
    const made = await make(before);
    if (read() === before) return made;
  }
}
