import { Facts, Form, LinkButton, Notice, Title } from '@stoa/desk-ui';
import { useForm, useText } from 'stoa';
import type { Layout, ProductRemovalProps, RemoveProduct, Texts } from '../../catalog.gen.ts';
import { StateLabel } from '../../src/desk/state-label.tsx';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query {
    deskProduct(id: getContextValue("productId")) {
      name state publishAt hideAt version variants { sku }
    }
    action: url(routeId: "removeProduct", params: { productId: getContextValue("productId") })
    product: url(routeId: "deskProduct", params: { productId: getContextValue("productId") })
  }
`;

/** Asks once more before a product is deleted, and says what goes with it, what stays, and the other way. */
export default function ProductRemoval({ deskProduct, action, product }: ProductRemovalProps) {
  const form = useForm<RemoveProduct>('removeProduct');
  const text = useText<Texts>();
  if (deskProduct === null) return null;
  const { name, version, variants } = deskProduct;
  return (
    <>
      <Title title={text.plain('desk.deleteOf', { name })} back={{ href: product, label: name }} />
      <Notice tone="warn">{text('desk.deleteForGood')}</Notice>
      <Facts
        items={[
          [text.plain('desk.state'), <StateLabel key="state" of={deskProduct} />],
          [text.plain('desk.variants'), <bdi key="skus">{variants.map(({ sku }) => sku).join(', ')}</bdi>],
          [text.plain('desk.deleteGoes'), text('desk.deleteGoesHint')],
          [text.plain('desk.deleteStays'), text('desk.deleteStaysHint')],
          [text.plain('desk.deleteAddress'), text('desk.deleteAddressHint')],
        ]}
      />
      <Form
        action={action}
        form={form}
        submit={text('desk.deleteNow')}
        hidden={{ version }}
        danger
        actions={product !== null && <LinkButton href={`${product}#times`}>{text('desk.hideInstead')}</LinkButton>}
      />
      <p className="desk-hint">{text('desk.hideInsteadHint')}</p>
    </>
  );
}
