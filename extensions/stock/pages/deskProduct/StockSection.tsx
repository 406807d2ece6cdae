import { Section } from '@stoa/desk-ui';
import { useForm, usePage, useText } from 'stoa';
import { CountForm } from '../../src/count-form.tsx';
import type { CountProductStock, Layout, StockSectionProps, Texts } from '../../stock.gen.ts';

export const layout: Layout = { areaId: 'deskSections', sortOrder: 30 };
export const permissions = ['stock:write'];
export const query = /* GraphQL */ `
  query {
    product(id: getContextValue("productId")) { variants { sku label level { onHand reserved } } }
    action: url(routeId: "countProductStock", params: { productId: getContextValue("productId") })
  }
`;

/** What is on hand of each variant. */
export default function StockSection({ product, action }: StockSectionProps) {
  const form = useForm<CountProductStock>('countProductStock');
  const { saved } = usePage().query;
  const text = useText<Texts>();
  if (product === null || action === null) return null;
  return (
    <Section title={text('desk.stock')} id="stock">
      {saved === 'stock' && <p role="status">{text('desk.saved')}</p>}
      {product.variants.map(({ sku, label, level }) => (
        <div key={sku}>
          <h3>
            <bdi>{sku}</bdi>
            {label !== null && ` · ${label}`}
          </h3>
          <p>{level === null ? text('desk.notCounted') : text('desk.heldOf', { count: level.reserved })}</p>
          <CountForm
            action={`${action}#stock`}
            form={form.values.sku === sku ? form : undefined}
            sku={sku}
            onHand={level?.onHand ?? null}
          />
        </div>
      ))}
    </Section>
  );
}
