import { describeReplay } from "./describe-replay.ts";

describeReplay(3, 4);
