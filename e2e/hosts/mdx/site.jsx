import { useEffect, useState } from "react";
import Elsewhere from "./elsewhere.mdx";
import Settings from "./settings.mdx";

export const pages = { elsewhere: Elsewhere, settings: Settings };

const nameIn = (path) => /([a-z]+)\.html$/.exec(path)?.[1];

/** The pages of the site, and links between them that load none. */
export function Site({ first }) {
  const [name, show] = useState(first);
  useEffect(() => {
    const follow = () => show(nameIn(location.pathname));
    addEventListener("popstate", follow);
    return () => removeEventListener("popstate", follow);
  }, []);
  const Page = pages[name];
  const follow = (event) => {
    const path = event.target.getAttribute("href");
    if (path === null) return;
    event.preventDefault();
    history.pushState(null, "", path);
    show(nameIn(path));
  };
  return (
    <main onClick={follow}>
      <Page />
    </main>
  );
}
