/** Why a count is another than before. The first one is that of a line of a CSV file without a reason. */
export const reasons = ['count', 'delivery', 'damage', 'return', 'other'] as const;
