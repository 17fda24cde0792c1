import { hydrateRoot } from "react-dom/client";
import { Site } from "./site.jsx";

const site = document.getElementById("site");
hydrateRoot(site, <Site first={site.dataset.page} />);
