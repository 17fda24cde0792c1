/** Under this name the page remembers conversion functions, those that are registered among them. */
export const functionsSetting = "definitions.conversions";
