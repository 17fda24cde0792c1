/** How many requests of a kind are under way, and the most since somebody last asked. */
export class InflightPeak {
  now = 0;
  #most = 0;

  enter(): void {
    this.now += 1;
    if (this.now > this.#most) this.#most = this.now;
  }

  leave(): void {
    this.now -= 1;
  }

  /** The most at one time since this was last called. */
  take(): number {
    const most = this.#most;
    this.#most = this.now;
    return most;
  }
}
