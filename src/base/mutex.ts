/**
 * A mutex: returns a function that runs one piece of work at a time, in the order of calls. A failure does not stop
 * the next.
 */
export function createMutex(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let previous: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = previous.then(work);
    previous = turn.catch(() => undefined);
    return turn;
  };
}
