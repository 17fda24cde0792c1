import { plural } from "../../data/words.ts";
import { useAnswer } from "../../data/use-answer.ts";
import { Button } from "../../design/button.tsx";
import { Badge, Note, Skeleton } from "../../design/feedback.tsx";
import { StatusNote } from "../../shared/status-note.tsx";
import { identity } from "../../state/identity.ts";
import { usePage } from "../../state/page.ts";
import type { Route } from "../../state/route.ts";
import { ActForm } from "./act-form.tsx";
import { AllowedRules } from "./allowed-rules.tsx";
import { askWhoIAm, type UserInfo } from "./reviews.ts";
import "./identity.css";

/** Shows the authenticated user, the impersonated user, and their permissions. Address: `#/identity?ns=NAMESPACE`. */
export function IdentityView({ route }: { readonly route: Route }) {
  const as = identity.use((state) => state.as);
  return (
    <section className="fill scroll pad kp-id" aria-label="Identity" tabIndex={0}>
      <div className="kp-id-sheet">
        <h2 className="kp-page-title">Identity</h2>
        <p className="quiet">
          Who you are to the server, and what you may do. Act as somebody else, and the whole page shows what they may
          see.
        </p>
        <WhoIAm key={as === undefined ? "" : JSON.stringify(as)} />
        <ActForm />
        <AllowedRules route={route} as={as} />
      </div>
    </section>
  );
}

function WhoIAm() {
  const page = usePage();
  const as = identity.use((state) => state.as);
  const act = identity.use((state) => state.act);
  const { value, refused } = useAnswer("who", (signal) => askWhoIAm(page, signal));
  return (
    <section aria-label="Who am I">
      <h2>Who am I?</h2>
      {as === undefined ? null : (
        <Note tone="warning">
          <div className="row wrap">
            <span className="grow">
              You act as <strong>{as.user}</strong>. Every request of the page and the console goes as {as.user}: lists,
              counts and watches show what {as.user} may see.
            </span>
            <Button size="small" onClick={() => act(undefined)}>
              Stop acting
            </Button>
          </div>
        </Note>
      )}
      {refused === undefined ? null : <StatusNote status={refused} />}
      {value === undefined ? refused === undefined ? <Skeleton lines={3} /> : null : <UserFacts user={value} />}
    </section>
  );
}

function UserFacts({ user: { username, uid, groups, extra } }: { readonly user: UserInfo }) {
  return (
    <dl className="kp-id-facts">
      <div>
        <dt>User</dt>
        <dd>
          <strong>{username}</strong>
        </dd>
      </div>
      {uid === "" ? null : (
        <div>
          <dt>UID</dt>
          <dd>
            <code>{uid}</code>
          </dd>
        </div>
      )}
      <div>
        <dt>{groups.length === 1 ? "Group" : "Groups"}</dt>
        <dd className="row wrap">
          {groups.length === 0 ? (
            <span className="quiet">none</span>
          ) : (
            groups.map((group) => <Badge key={group}>{group}</Badge>)
          )}
        </dd>
      </div>
      {extra.map(([key, values]) => (
        <div key={key}>
          <dt>
            <code>{key}</code>
          </dt>
          <dd>{values.join(", ")}</dd>
        </div>
      ))}
      {groups.includes("system:masters") ? (
        <div>
          <dt />
          <dd className="quiet small">
            Members of system:masters may do everything. RBAC is not consulted and cannot restrict them.{" "}
            {plural(groups.length, "group")} in all.
          </dd>
        </div>
      ) : null}
    </dl>
  );
}
