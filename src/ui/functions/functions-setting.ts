/** The names of the settings in which the page stores functions, including registered ones. */
export const conversionsSetting = "definitions.conversions";
export const webhooksSetting = "policies.webhooks";
