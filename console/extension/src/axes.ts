/** Round numbers for an axis from 0, the last of them at or above the highest value. */
export function ticksOf(highest: number): readonly number[] {
  if (highest <= 0) return [0, 1];
  const rough = highest / 2;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 2.5, 5, 10].find((each) => each * power >= rough) ?? 10) * power;
  return [0, step, 2 * step];
}
