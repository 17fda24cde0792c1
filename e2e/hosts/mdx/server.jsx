import { renderToString } from "react-dom/server";
import { pages, Site } from "./site.jsx";

/** Returns the HTML of each page by its name. */
export const rendered = () =>
  Object.fromEntries(Object.keys(pages).map((name) => [name, renderToString(<Site first={name} />)]));
