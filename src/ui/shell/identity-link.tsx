import { IconButton, LinkButton } from "../design/button.tsx";
import { useNarrow } from "../platform/media.ts";
import { identity } from "../state/identity.ts";

/** The current user. While impersonating, one click ends the impersonation. */
export function IdentityLink() {
  const narrow = useNarrow();
  const as = identity.use((state) => state.as);
  const act = identity.use((state) => state.act);
  if (as === undefined)
    return (
      <LinkButton
        tone="plain"
        icon="person"
        href="#/identity"
        aria-label="Identity: you"
        className={narrow ? "kp-icon-button" : ""}
      >
        {narrow ? null : "You"}
      </LinkButton>
    );
  return (
    <span className="kp-as" role="group" aria-label="Acting as another user">
      <a href="#/identity" title={`You act as ${as.user}`}>
        as {as.user}
      </a>
      <IconButton icon="close" size="small" label="Stop acting" onClick={() => act(undefined)} />
    </span>
  );
}
