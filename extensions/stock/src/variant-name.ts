interface Sold {
  readonly label: string | null;
  readonly product: { readonly name: string };
}

/** What people call a SKU; a dash where it is no longer sold. */
export function variantName(variant: Sold | null): string {
  return variant === null ? '–' : [variant.product.name, variant.label].filter(Boolean).join(' · ');
}
