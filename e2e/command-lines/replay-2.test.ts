import { describeReplay } from "./describe-replay.ts";

describeReplay(1, 2);
