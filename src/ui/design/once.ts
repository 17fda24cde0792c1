/**
 * Has a button do something at the first of several clicks in a row. The second one of a double click would meet what
 * the first has made of the button: it would abort what was sent, or send it again.
 */
export const once =
  (act: () => void) =>
  ({ detail }: { readonly detail: number }): void => {
    if (detail < 2) act();
  };
