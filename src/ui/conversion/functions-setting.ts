/** The name of the setting in which the page stores conversion functions, including registered ones. */
export const functionsSetting = "definitions.conversions";
