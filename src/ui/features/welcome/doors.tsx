import { IconButton } from "../../design/button.tsx";
import { Icon, type IconName } from "../../design/icon.tsx";
import { usePage } from "../../state/page.ts";
import { consoleAddress, navigate } from "../../state/route.ts";
import { settings } from "../../state/settings.ts";
import "./doors.css";

interface Door {
  readonly icon: IconName;
  readonly title: string;
  readonly words: string;
  readonly enter: () => void;
}

/** What a new visitor may do first: play with the world, learn, or ask. They are shown until one is taken or closed. */
export function Doors({ onPlay }: { readonly onPlay: () => void }) {
  const page = usePage();
  const welcomed = settings.use((state) => state.welcomed);
  const change = settings.use((state) => state.change);
  if (welcomed || page.embed !== undefined) return null;
  // oxfmt-ignore
  const doors: readonly Door[] = [
    { icon: "play", title: "Play with it", words: "A sample runs below. Crash one of its containers, and watch what becomes of it.", enter: onPlay },
    { icon: "book", title: "Learn in twelve lessons", words: "From the first request to a policy of your own. Each step runs and is checked.", enter: () => navigate("#/lessons") },
    { icon: "requests", title: "Send a request", words: "A console that knows every path of the API. It starts with the list of namespaces.", enter: () => navigate(consoleAddress({ method: "GET", target: "/api/v1/namespaces", send: true })) },
  ];
  const close = (): void => change({ welcomed: true });
  return (
    <section className="kp-doors" aria-label="Welcome">
      <div className="row">
        <h2 className="grow">A Kubernetes API server runs in this tab. All data stays on this device.</h2>
        <IconButton icon="close" size="small" label="Hide the welcome" onClick={close} />
      </div>
      <ul>
        {doors.map(({ icon, title, words, enter }) => (
          <li key={title}>
            <button type="button" className="kp-door" onClick={() => (close(), enter())}>
              <Icon name={icon} size={20} />
              <span>
                <b>{title}</b>
                <span className="quiet small">{words}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
