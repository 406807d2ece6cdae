/** What the totals of a cart need, as the schema's `@requires` brings it. */
export interface CartContent {
  readonly claims: readonly { readonly kind: string; readonly amount: number }[];
  readonly lines: readonly {
    readonly sku: string;
    readonly quantity: number;
    readonly variant: { readonly money: number } | null;
  }[];
}

/** Totals of a shop without an extension for prices: no reductions, no taxes. What is no longer sold counts nothing. */
export function addUpCart({ claims, lines }: CartContent) {
  const totals = lines.flatMap(({ sku, quantity, variant }) =>
    variant === null
      ? []
      : [{ sku, quantity, unit: variant.money, gross: variant.money * quantity, reduction: 0, rate: null }],
  );
  const goods = sum(totals.map(({ gross }) => gross));
  const delivery = claims.filter(({ kind }) => kind === 'DELIVERY').map(({ amount }) => amount);
  const fees = sum(claims.filter(({ kind }) => kind === 'FEE').map(({ amount }) => amount));
  return {
    goods,
    reduction: 0,
    reductions: [],
    delivery: delivery.length === 0 ? null : sum(delivery),
    fees,
    total: goods + sum(delivery) + fees,
    taxes: [],
    lines: totals,
  };
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
