/** The carrier's contract. A new contract needs a new version of this extension. */
export const flatRate = { price: 4.9, days: [2, 3] } as const;
