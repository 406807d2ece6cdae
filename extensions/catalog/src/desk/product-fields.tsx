import { Field } from '@stoa/desk-ui';
import { useShop, useText } from 'stoa';
import type { Texts } from '../../catalog.gen.ts';
import { type CategoryOption, categoryOptions, type Options } from './category-fields.tsx';

interface ProductFieldsProps {
  /** What is there now. */
  readonly fields: Readonly<Record<string, string>>;
  readonly categories: readonly CategoryOption[] | null;
}

/** The fields of a product that is new, or that changes. */
export function ProductFields({ fields, categories }: ProductFieldsProps) {
  const { locales, locale } = useShop();
  const text = useText<Texts>();
  const lang = locales[0] ?? locale;
  const states: Options = [
    ['true', text.plain('desk.published')],
    ['false', text.plain('desk.draft')],
  ];
  const taxes: Options = [
    ['standard', text.plain('desk.standard')],
    ['reduced', text.plain('desk.reduced')],
    ['zero', text.plain('desk.zero')],
  ];
  const words = { lang, dir: 'auto' } as const;
  return (
    <>
      <Field name="name" label={text('desk.name')} value={fields.name} required maxLength={200} {...words} />
      <Field name="price" label={text('desk.price')} value={fields.price} hint={text('desk.priceHint')} required />
      <Field name="content" label={text('desk.content')} value={fields.content} hint={text('desk.contentHint')} />
      <Field name="taxClass" label={text('desk.tax')} type="select" value={fields.taxClass} options={taxes} />
      <Field name="published" label={text('desk.state')} type="select" value={fields.published} options={states} />
      <Field
        name="category"
        label={text('desk.category')}
        type="select"
        value={fields.category}
        options={categoryOptions(categories, text.plain('desk.noCategory'))}
      />
      <Field
        name="description"
        label={text('desk.description')}
        type="textarea"
        value={fields.description}
        {...words}
      />
      <Field
        name="keywords"
        label={text('desk.keywords')}
        value={fields.keywords}
        hint={text('desk.keywordsHint')}
        {...words}
      />
      <Field name="slug" label={text('desk.slug')} value={fields.slug} hint={text('desk.slugHint')} dir="ltr" />
      <Field name="image" label={text('desk.image')} value={fields.image} hint={text('desk.imageHint')} dir="ltr" />
    </>
  );
}
