import { watchLab } from "./lab-store.ts";

/** The steps of the informer, newest first, with the functions of client-go that take them. */
export function StepList() {
  const steps = watchLab.use((all) => all.steps);
  return (
    <section className="kp-lab-pane" aria-label="Steps">
      <h2>Steps</h2>
      {steps.length === 0 ? (
        <p className="quiet">
          The informer has done nothing yet. Each step is named as in client-go’s Reflector (tools/cache).
        </p>
      ) : (
        <ol className="kp-lab-steps" reversed aria-label="Steps of the informer">
          {steps.map(({ number, function: name, words, request }) => (
            <li key={number} value={number}>
              <span className="quiet mono small">{name}</span>
              {request === undefined ? null : <span className="mono small kp-lab-request">{request}</span>}
              <span>{words}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
