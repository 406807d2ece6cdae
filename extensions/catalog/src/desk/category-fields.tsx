import { Field } from '@stoa/desk-ui';
import { useText } from 'stoa';
import type { Texts } from '../../catalog.gen.ts';
import { type CategoryOption, categoryOptions } from './product-fields.tsx';

interface CategoryFieldsProps {
  readonly name?: string;
  readonly parent?: string | null;
  readonly place: number;
  readonly image?: string | null;
  readonly categories: readonly CategoryOption[] | null;
}

/** The fields of a category that is new, or that changes. */
export function CategoryFields({ name, parent, place, image, categories }: CategoryFieldsProps) {
  const text = useText<Texts>();
  const parents = categoryOptions(categories, text.plain('desk.top'));
  return (
    <>
      <Field name="name" label={text('desk.name')} value={name} required maxLength={200} dir="auto" />
      <Field name="parent" label={text('desk.parent')} type="select" value={parent} options={parents} />
      <Field name="place" label={text('desk.place')} type="number" value={place} />
      <Field name="image" label={text('desk.image')} value={image} hint={text('desk.imageHint')} dir="ltr" />
    </>
  );
}
