export interface Supplement {
  readonly ingredients: readonly string[];
  readonly benefits: readonly string[];
  readonly presentation: string;
  readonly dosage: string;
}

const byProduct = new Map(
  Array.from({ length: 200 }, (_, index): readonly [string, Supplement] => [
    String(index + 1),
    {
      ingredients: ['alpha beta', 'gamma delta', `epsilon ${index}`, 'plant capsule'],
      benefits: ['energy and focus in the day', 'sleep and calm in the night', 'heart, bone and skin'],
      presentation: 'powder capsule',
      dosage: 'two in the morning with much water',
    },
  ]),
);

export function supplementOf(productId: string): Supplement | null {
  return byProduct.get(productId) ?? null;
}
