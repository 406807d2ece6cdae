import { Field, Form, Section } from '@stoa/desk-ui';
import { useForm, useLocales, useText } from 'stoa';
import type { Layout, ProductTextsProps, Texts, TranslateProduct } from '../../catalog.gen.ts';

export const layout: Layout = { areaId: 'deskSections', sortOrder: 60 };
export const permissions = ['catalog:write'];
export const query = /* GraphQL */ `
  query {
    deskProduct(id: getContextValue("productId")) {
      translations { locale name description keywords version }
    }
    action: url(routeId: "translateProduct", params: { productId: getContextValue("productId") })
  }
`;

/** What the product is called in the other languages of the shop. */
export default function ProductTexts({ deskProduct, action }: ProductTextsProps) {
  const form = useForm<TranslateProduct>('translateProduct');
  const locales = useLocales();
  const text = useText<Texts>();
  if (deskProduct === null || action === null) return null;
  return deskProduct.translations.map(({ locale, name, description, keywords, version }) => {
    const words = { lang: locale, dir: 'auto' } as const;
    const language = locales.find((each) => each.locale === locale)?.name ?? locale;
    return (
      <Section key={locale} title={text('desk.inLocale', { locale: language })} id={`text-${locale}`}>
        <Form
          action={`${action}#text-${locale}`}
          form={form.values.locale === locale ? form : undefined}
          submit={text('desk.save')}
          hidden={{ locale, version }}
        >
          <Field name="name" label={text('desk.name')} value={name} maxLength={200} {...words} />
          <Field name="description" label={text('desk.description')} type="textarea" value={description} {...words} />
          <Field name="keywords" label={text('desk.keywords')} value={keywords} {...words} />
        </Form>
      </Section>
    );
  });
}
