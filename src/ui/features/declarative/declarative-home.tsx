import { declarativeExamples } from "../../../scenarios/declarative/declarative-examples.ts";
import { LinkButton } from "../../design/button.tsx";
import { Badge } from "../../design/feedback.tsx";
import "../../design/home.css";

/** The start: types of one's own, and a lesson for each tag. */
export function DeclarativeHome() {
  return (
    <section className="fill scroll kp-home" aria-label="Declarative validation" tabIndex={0}>
      <div className="kp-home-sheet">
        <header className="stack">
          <h2 className="kp-page-title">Declarative validation</h2>
          <p className="quiet">
            Kubernetes writes rules beside Go types, as tags such as <code>+k8s:minimum=0</code>, from which its
            generator makes validators. Write types here: see what the generator says, which objects it refuses, and the
            same rules as a definition with CEL.
          </p>
          <div className="row wrap">
            <LinkButton tone="primary" icon="edit" href="#/declarative/own">
              Write types
            </LinkButton>
          </div>
        </header>
        <section aria-labelledby="kp-declarative-tags">
          <h2 id="kp-declarative-tags">The tags of the documentation</h2>
          <ul className="kp-home-grid kp-home-cards kp-declarative-tags">
            {declarativeExamples.map(({ id, statement, release, documented }) => (
              <li key={id}>
                <a href={`#/declarative/tag/${id}`}>
                  <span className="row wrap">
                    <strong>
                      <code>+k8s:{id}</code>
                    </strong>
                    {release === "1.35" ? <Badge>generator of v1.35</Badge> : null}
                  </span>
                  <span className="quiet">{statement}</span>
                </a>
                {documented === undefined ? null : (
                  <a className="small kp-declarative-aside" href={`#/declarative/documented/${id}`}>
                    {id} as the documentation writes it
                  </a>
                )}
              </li>
            ))}
          </ul>
        </section>
      </div>
    </section>
  );
}
