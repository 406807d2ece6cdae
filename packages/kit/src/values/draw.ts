import fc from 'fast-check';

/** Takes one value after the other. */
export type Draw = <Value>(values: fc.Arbitrary<Value>) => Value;

/** Draws values that depend on the seed and these words alone. */
export function drawFrom(seed: number, ...words: readonly string[]): Draw {
  const [generator] = fc.sample(fc.gen(), {
    seed: fc.hash([seed, ...words].join('\0')),
    numRuns: 1,
    unbiased: true,
  });
  if (generator === undefined) throw new Error('fast-check has made no generator.');
  return (values) => generator(() => values);
}
