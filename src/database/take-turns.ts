/** Gives a function that runs one piece of work after the other, in the order of the calls. A failure stops no other. */
export function takeTurns(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let previous: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = previous.then(work);
    previous = turn.catch(() => undefined);
    return turn;
  };
}
