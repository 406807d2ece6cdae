/** What time it is. Passed in, so that a test need not wait for a token to expire. */
export type Clock = () => Date;

export function systemClock(): Date {
  return new Date();
}
