import { type Bulk, Field } from '@stoa/desk-ui';
import type { Text } from 'stoa';
import type { Texts } from '../../catalog.gen.ts';
import { type CategoryOption, categoryOptions } from './category-fields.tsx';

interface ProductActions extends Pick<Bulk, 'action' | 'form'> {
  readonly categories: readonly CategoryOption[] | null;
}

/** What can be done with several products at once. */
export function productActions(text: Text<Texts>, { action, form, categories }: ProductActions): Bulk {
  return {
    action,
    form,
    name: 'products',
    actions: [
      { value: 'PUBLISH', label: text('bulk.publish') },
      { value: 'UNPUBLISH', label: text('bulk.unpublish') },
      { value: 'MOVE', label: text('bulk.move') },
    ],
    fields: (
      <Field
        name="category"
        label={text('desk.category')}
        type="select"
        options={categoryOptions(categories, text.plain('desk.noCategory'))}
      />
    ),
  };
}
