/** An error whose message the operator may read. */
export function refusal(status: number, message: string): Error {
  return Object.assign(new Error(message), { status, expose: true });
}
