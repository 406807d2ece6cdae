import { Field, LocaleForm } from '@stoa/desk-ui';
import { useForm, useText } from 'stoa';
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
  const text = useText<Texts>();
  const title = (language: string) => text('desk.inLocale', { locale: language });
  return deskProduct?.translations.map(({ locale, version, name, description, keywords }) => {
    const words = { lang: locale, dir: 'auto' } as const;
    const shared = { action, form, title, locale, version };
    return (
      <LocaleForm key={locale} name="text" submit={text('desk.save')} {...shared}>
        <Field name="name" label={text('desk.name')} value={name} maxLength={200} {...words} />
        <Field name="description" label={text('desk.description')} type="textarea" value={description} {...words} />
        <Field name="keywords" label={text('desk.keywords')} value={keywords} {...words} />
      </LocaleForm>
    );
  });
}
