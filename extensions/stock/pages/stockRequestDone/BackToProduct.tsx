import { useForm } from 'stoa';
import type { BackToProductProps, Layout, RequestStock } from '../../stock.gen.ts';

export const layout: Layout = { areaId: 'content', sortOrder: 20 };
export const query = /* GraphQL */ `
  query { product(id: getContextValue("product")) { name url } }
`;

/** Leads from a refused request back to its form. */
export default function BackToProduct({ product }: BackToProductProps) {
  const { message } = useForm<RequestStock>('requestStock');
  if (message === undefined || product?.url == null) return null;
  return (
    <p>
      <a href={`${product.url}#stock-request`}>{product.name}</a>
    </p>
  );
}
