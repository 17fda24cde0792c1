import { describeReplay } from "./describe-replay.ts";

describeReplay(0, 2);
