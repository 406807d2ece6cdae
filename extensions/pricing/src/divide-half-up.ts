/** `amount * factor / divisor`, rounded half up. All are integers, not negative. */
export function divideHalfUp(amount: number, factor: number, divisor: number): number {
  const product = BigInt(amount) * BigInt(factor);
  return Number((2n * product + BigInt(divisor)) / (2n * BigInt(divisor)));
}
