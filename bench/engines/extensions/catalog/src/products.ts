export interface Product {
  readonly productId: string;
  readonly name: string;
  readonly price: number;
  readonly description: string;
}

/** The same products in every process. */
export const products: readonly Product[] = Array.from({ length: 200 }, (_, index) => ({
  productId: String(index + 1),
  name: `Product ${index + 1} natural daily`,
  price: ((index * 37) % 9000) / 100 + 5,
  description: `vegan tested care for joint and bone, plant based, number ${index + 1} of the pure vitamin and mineral line`,
}));

const byId = new Map(products.map((product) => [product.productId, product]));

export function productById(id: string): Product | null {
  return byId.get(id) ?? null;
}
