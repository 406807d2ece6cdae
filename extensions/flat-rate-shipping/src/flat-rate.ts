/** What the carrier agreed to. It changes with the contract, and so with this extension's version. */
export const flatRate = { price: 4.9, days: [2, 3] } as const;
