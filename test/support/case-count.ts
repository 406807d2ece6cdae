/** How many generated cases to try: what `npm run fuzz` asks for; else all in `npm run test:all`, and half in `npm test`. */
export function caseCount(all: number): number {
  const isAll = process.env.STOA_TEST_PLACEMENTS === 'all';
  return Number(process.env.STOA_FUZZ_CASES ?? (isAll ? all : all / 2));
}
