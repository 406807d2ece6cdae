/** One difference of two schemas. */
export interface Step {
  /** In words: `column points of review`. */
  readonly subject: string;
  /** Names that other objects would have in their definitions if they depend on it. */
  readonly names: readonly string[];
  /** Statements that make it, the best first: PostgreSQL may refuse one. None where no statement of ours makes it. */
  readonly alternatives: readonly (readonly string[])[];
  /** What the author must know before this runs elsewhere. */
  readonly note?: string | undefined;
  /** PostgreSQL takes it in any case, and lets others use it only outside of a savepoint. */
  readonly isSafe?: boolean;
}
