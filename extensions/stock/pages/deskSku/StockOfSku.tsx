import { Facts, Saved, Section, Title } from '@stoa/desk-ui';
import { useForm, useFormat, useText } from 'stoa';
import { CountForm } from '../../src/count-form.tsx';
import { variantName } from '../../src/variant-name.ts';
import type { CountStock, Layout, StockOfSkuProps, Texts } from '../../stock.gen.ts';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query {
    stockLevel(sku: getContextValue("sku")) { sku onHand reserved variant { label product { name } } }
    action: url(routeId: "countStock", params: { sku: getContextValue("sku") })
    list: url(routeId: "deskStock")
  }
`;

/** One SKU, and a form to count it. */
export default function StockOfSku({ stockLevel, action, list }: StockOfSkuProps) {
  const form = useForm<CountStock>('countStock');
  const text = useText<Texts>();
  const { number } = useFormat();
  if (stockLevel === null) return null;
  const { sku, onHand, reserved, variant } = stockLevel;
  return (
    <>
      <Title title={sku} back={{ href: list, label: text('desk.stock') }} />
      <Saved of={{ stock: text('desk.saved') }} />
      <Section title={text('desk.stock')}>
        <Facts
          items={[
            [text.plain('desk.product'), variantName(variant)],
            [text.plain('desk.reserved'), number(reserved)],
            [text.plain('desk.free'), number(onHand - reserved)],
          ]}
        />
        <CountForm action={action} form={form} sku={sku} onHand={onHand} />
      </Section>
    </>
  );
}
