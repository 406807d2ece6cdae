/** Gives the current time. Tests pass their own clock, so they need not wait for a token to expire. */
export type Clock = () => Date;

export function systemClock(): Date {
  return new Date();
}
