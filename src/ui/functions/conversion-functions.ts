import { conversionsSetting } from "./functions-setting.ts";
import { defineKeptFunctions } from "./kept-functions.ts";

/** The conversion functions written on this page, by the name of their CustomResourceDefinition. */
export const conversionFunctions = defineKeptFunctions({
  setting: conversionsSetting,
  entry: "convert",
  register: (page, definition, worker) =>
    page.registrations.registerConverter(definition, ({ objects, desiredAPIVersion }) =>
      worker.call(objects.map((object) => [object, desiredAPIVersion])),
    ),
});
