/** Returns the value if it is a string, else "". */
export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
