/** Work under way; undefined when all is done already. Never rejects. */
export type Running = Promise<void> | undefined;

/** All of some work. */
export function all(running: readonly Running[]): Running {
  let first: Running;
  let several: Promise<void>[] | undefined;
  for (const one of running) {
    if (one === undefined) continue;
    if (first === undefined) first = one;
    else if (several === undefined) several = [first, one];
    else several.push(one);
  }
  return several === undefined ? first : Promise.all(several).then(() => undefined);
}
