import { Field, Form, moneyText, Section, useLanguageName } from '@stoa/desk-ui';
import { useForm, useShop, useText } from 'stoa';
import type {
  AddVariant,
  ChangeVariant,
  Layout,
  ProductVariantsProps,
  RemoveVariant,
  Texts,
  TranslateVariant,
} from '../../catalog.gen.ts';

export const layout: Layout = { areaId: 'deskSections', sortOrder: 20 };
export const permissions = ['catalog:write'];
export const query = /* GraphQL */ `
  query {
    deskProduct(id: getContextValue("productId")) { variants { sku label labels { locale label } money content version } }
    add: url(routeId: "addVariant", params: { productId: getContextValue("productId") })
    change: url(routeId: "changeVariant", params: { productId: getContextValue("productId") })
    translate: url(routeId: "translateVariant", params: { productId: getContextValue("productId") })
    remove: url(routeId: "removeVariant", params: { productId: getContextValue("productId") })
  }
`;

/** What of the product is bought, and what it is called in each language. The first variant has the product's price. */
export default function ProductVariants({ deskProduct, add, change, translate, remove }: ProductVariantsProps) {
  const [adding, changing, translating, removing] = [
    useForm<AddVariant>('addVariant'),
    useForm<ChangeVariant>('changeVariant'),
    useForm<TranslateVariant>('translateVariant'),
    useForm<RemoveVariant>('removeVariant'),
  ];
  const languageOf = useLanguageName();
  const shop = useShop();
  const text = useText<Texts>();
  if (deskProduct === null || add === null || change === null || translate === null || remove === null) return null;
  return (
    <Section title={text('desk.variants')} id="variants">
      {deskProduct.variants.map(({ sku, label, labels, money, content, version }) => (
        <div key={sku}>
          <h3 dir="ltr">{sku}</h3>
          <Form
            action={`${change}#variants`}
            form={changing.values.sku === sku ? changing : undefined}
            submit={text('desk.save')}
            hidden={{ sku, version }}
            inline
          >
            <Field name="label" label={text('desk.label')} value={label} maxLength={200} dir="auto" />
            {money !== null && (
              <>
                <Field name="price" label={text('desk.price')} value={moneyText(money, shop)} required />
                <Field name="content" label={text('desk.content')} value={content} />
              </>
            )}
          </Form>
          {labels.map(({ locale, label: translated }) => (
            <Form
              key={locale}
              action={`${translate}#variants`}
              form={translating.values.sku === sku && translating.values.locale === locale ? translating : undefined}
              submit={text('desk.save')}
              hidden={{ sku, locale, version }}
              inline
            >
              <Field
                name="label"
                label={text('desk.labelIn', { locale: languageOf(locale) })}
                value={translated}
                maxLength={200}
                lang={locale}
                dir="auto"
              />
            </Form>
          ))}
          {money !== null && (
            <Form
              action={`${remove}#variants`}
              form={removing.values.sku === sku ? removing : undefined}
              submit={text('desk.removeOf', { name: sku })}
              hidden={{ sku }}
              danger
              inline
            />
          )}
        </div>
      ))}
      <h3>{text('desk.newVariant')}</h3>
      <Form action={`${add}#variants`} form={adding} submit={text('desk.add')} inline>
        <Field name="sku" label={text('desk.sku')} required maxLength={100} dir="ltr" />
        <Field name="label" label={text('desk.label')} hint={text('desk.labelHint')} maxLength={200} dir="auto" />
        <Field name="price" label={text('desk.price')} required />
        <Field name="content" label={text('desk.content')} hint={text('desk.contentHint')} />
      </Form>
    </Section>
  );
}
