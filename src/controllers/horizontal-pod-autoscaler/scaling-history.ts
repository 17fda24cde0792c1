/** A number of replicas that was recommended, or by which the scale was changed, and when. */
export interface TimedCount {
  readonly count: number;
  readonly at: number;
}

/** What was recommended for one autoscaler, and what it did, as far back as its windows look. */
export class ScalingHistory {
  recommendations: readonly TimedCount[];
  scaleUps: readonly TimedCount[] = [];
  scaleDowns: readonly TimedCount[] = [];

  /** Begins with the replicas that there are (recordInitialRecommendation). */
  constructor(replicas: number, now: number) {
    this.recommendations = [{ count: replicas, at: now }];
  }

  /** Adds a recommendation, and forgets those before `since`. */
  recommend(count: number, now: number, since: number): void {
    this.recommendations = [...this.recommendations.filter(({ at }) => at >= since), { count, at: now }];
  }

  /** Adds a change of the scale, and forgets changes in that direction before `since` (storeScaleEvent). */
  changed(before: number, after: number, now: number, since: number): void {
    const add = (events: readonly TimedCount[]) => [
      ...events.filter(({ at }) => at >= since),
      { count: Math.abs(after - before), at: now },
    ];
    if (after > before) this.scaleUps = add(this.scaleUps);
    else this.scaleDowns = add(this.scaleDowns);
  }
}

/** The sum of the changes after `since`. */
export const changesAfter = (events: readonly TimedCount[], since: number): number =>
  events.reduce((sum, { count, at }) => (at > since ? sum + count : sum), 0);
