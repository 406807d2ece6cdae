import { Field } from '@stoa/desk-ui';
import { useText } from 'stoa';
import type { Texts } from '../../catalog.gen.ts';

export interface CategoryOption {
  readonly categoryId: string;
  readonly name: string;
  readonly depth: number;
}

/** What a select offers. */
export type Options = readonly (readonly [value: string, label: string])[];

/** Categories as a select has them, each below its parent. */
export function categoryOptions(categories: readonly CategoryOption[] | null, none: string): Options {
  const options = (categories ?? []).map(
    ({ categoryId, name, depth }) => [categoryId, `${'\u2003'.repeat(depth)}${name}`] as const,
  );
  return [['', none], ...options];
}

interface CategoryFieldsProps {
  readonly name?: string;
  readonly parent?: string | null;
  readonly place: number;
  readonly categories: readonly CategoryOption[] | null;
}

/** The fields of a category that is new, or that changes. */
export function CategoryFields({ name, parent, place, categories }: CategoryFieldsProps) {
  const text = useText<Texts>();
  const parents = categoryOptions(categories, text.plain('desk.top'));
  return (
    <>
      <Field name="name" label={text('desk.name')} value={name} required maxLength={200} dir="auto" />
      <Field name="parent" label={text('desk.parent')} type="select" value={parent} options={parents} />
      <Field name="place" label={text('desk.place')} type="number" value={place} />
    </>
  );
}
