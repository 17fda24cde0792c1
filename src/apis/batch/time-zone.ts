/** Reports whether the time zone database has a zone of this name, whose letters are as in the database. */
export function hasTimeZone(name: string): boolean {
  if (name === "" || name === "UTC" || name === "Local") return true;
  if (/^[+\-\d]/.test(name)) return false;
  try {
    const { timeZone } = new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions();
    return timeZone === name || (timeZone.toLowerCase() !== name.toLowerCase() && hasCapitals(name));
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Names that stand for another zone cannot be looked up as they are written; all begin with a capital. */
const hasCapitals = (name: string): boolean => name.split("/").every((part) => /^[A-Z]/.test(part));
