import { describeReplay } from "./describe-replay.ts";

describeReplay(2, 4);
