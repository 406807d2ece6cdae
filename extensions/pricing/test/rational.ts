/** An exact fraction; `over` is more than zero. */
export interface Rational {
  readonly top: bigint;
  readonly over: bigint;
}

export const rational = (top: number, over = 1): Rational => ({ top: BigInt(top), over: BigInt(over) });
export const plus = (one: Rational, other: Rational): Rational => ({
  top: one.top * other.over + other.top * one.over,
  over: one.over * other.over,
});
export const minus = (one: Rational, other: Rational): Rational => plus(one, { top: -other.top, over: other.over });
export const times = (one: Rational, other: Rational): Rational => ({
  top: one.top * other.top,
  over: one.over * other.over,
});
/** The integer below. The fraction is not negative. */
export const floor = ({ top, over }: Rational): number => Number(top / over);
export const roundHalfUp = (value: Rational): number => floor(plus(value, rational(1, 2)));
export const isMore = (one: Rational, other: Rational): boolean => one.top * other.over > other.top * one.over;
