import { useCallback, useState } from "react";
import { useAnswer } from "../../data/use-answer.ts";
import { Button } from "../../design/button.tsx";
import { controllerSet, withControllers } from "../../shared/controller-settings.ts";
import { catalog } from "../../state/catalog.ts";
import { usePage } from "../../state/page.ts";
import { tellError } from "../../state/tell-error.ts";
import { sampleNamespace } from "../../kube/sample.ts";
import { addSample, removeSample } from "./sample.ts";

/** Says what runs, with the ways to change it: the controllers and the sample. */
export function WorldFooter() {
  return (
    <div className="kp-world-footer row wrap quiet small">
      <Controllers />
      <Sample />
    </div>
  );
}

/** Says whether all controllers run, and starts or stops them. The server is restarted on the same objects. */
function Controllers() {
  const page = usePage();
  const [turn, setTurn] = useState(0);
  const [isChanging, setChanging] = useState(false);
  const { value } = useAnswer(`controllers ${turn}`, () => page.inspect.serverSettings());
  const areOn = value !== undefined && controllerSet(value) === "all";
  const change = useCallback(async () => {
    if (value === undefined) return;
    setChanging(true);
    try {
      await page.inspect.changeSettings(withControllers(value.chosen, areOn ? "own" : "all", value));
    } catch (error) {
      tellError(page, error);
    }
    setChanging(false);
    setTurn((last) => last + 1);
  }, [page, value, areOn]);
  if (value === undefined) return null;
  return (
    <>
      <span>
        {areOn
          ? "All controllers run, with a scheduler and simulated nodes."
          : "Only the controllers that the API server depends on run: Deployments make no pods, and pods get no nodes."}
      </span>
      <Button size="small" tone={areOn ? "plain" : "normal"} disabled={isChanging} onClick={() => void change()}>
        {areOn ? "Stop the controllers" : "Start all controllers"}
      </Button>
    </>
  );
}

/** Removes the sample with one click, and adds it where it is not there. */
function Sample() {
  const page = usePage();
  const isThere = catalog.use(({ namespaces }) => namespaces.includes(sampleNamespace));
  const isKnown = catalog.use(({ namespaces }) => namespaces.length > 0);
  if (!isKnown) return null;
  return (
    <>
      <span className="grow" />
      {isThere ? <span>The namespace {sampleNamespace} is a sample.</span> : null}
      <Button size="small" tone="plain" onClick={() => void (isThere ? removeSample(page) : addSample(page))}>
        {isThere ? "Remove the sample" : "Add the sample"}
      </Button>
    </>
  );
}
