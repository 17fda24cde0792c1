/** Counts the requests in flight of one kind, and their maximum since the last call of `take`. */
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

  /** Returns the maximum since the last call. */
  take(): number {
    const most = this.#most;
    this.#most = this.now;
    return most;
  }
}
