/** `npm run test:all` tries all. */
export const triesAll = process.env.STOA_TEST_PLACEMENTS === 'all';

/** How many generated cases to try: what `npm run fuzz` asks for; else all in `npm run test:all`, and half in `npm test`. */
export function caseCount(all: number): number {
  return Number(process.env.STOA_FUZZ_CASES ?? (triesAll ? all : all / 2));
}
