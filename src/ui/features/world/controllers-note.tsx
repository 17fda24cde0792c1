import { useCallback, useState } from "react";
import { inWords } from "../../data/send.ts";
import { useAnswer } from "../../data/use-answer.ts";
import { Button } from "../../design/button.tsx";
import { Note } from "../../design/feedback.tsx";
import { controllerSet, withControllers } from "../../shared/controller-settings.ts";
import { usePage } from "../../state/page.ts";

/** Says whether all controllers run, and starts or stops them. The server is restarted on the same objects. */
export function ControllersNote() {
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
      page.toasts.add({ description: inWords(error) });
    }
    setChanging(false);
    setTurn((last) => last + 1);
  }, [page, value, areOn]);
  if (value === undefined) return null;
  if (areOn)
    return (
      <div className="kp-world-hint row wrap quiet small">
        <span>All controllers run, with a scheduler and simulated nodes.</span>
        <Button size="small" tone="plain" disabled={isChanging} onClick={() => void change()}>
          Stop the controllers
        </Button>
      </div>
    );
  return (
    <div className="pad">
      <Note tone="info">
        <div className="row wrap">
          <span className="grow">
            Only the controllers that the API server depends on run: Deployments make no pods, and pods get no nodes.
          </span>
          <Button size="small" disabled={isChanging} onClick={() => void change()}>
            Start all controllers
          </Button>
        </div>
      </Note>
    </div>
  );
}
