/** What extensions do without a request: the types behind events, subscribers and jobs. */

/** An event as its subscribers get it. */
export interface PublishedEvent<Payload = Readonly<Record<string, unknown>>, Name extends string = string> {
  readonly id: string;
  readonly name: Name;
  /** When it was published, in ISO 8601. */
  readonly at: string;
  readonly payload: Payload;
  /**
   * The same for each attempt of one subscriber. It may get an event more than once: keep the key with the effect, and
   * do nothing where it is kept already.
   */
  readonly key: string;
}

/** When a job runs, and how often. */
export interface LaterOptions {
  /** Not before this time. Default: as soon as possible. */
  readonly at?: Date;
  /** While a run with the same key waits, this one takes its place. */
  readonly key?: string;
}
