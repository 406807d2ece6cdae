import { Field } from '@stoa/desk-ui';
import { useText } from 'stoa';
import type { Texts } from '../pricing.gen.ts';
import { TimeFields } from './time-fields.tsx';

interface ListFieldsProps {
  readonly name?: string;
  readonly priority: number;
  readonly from?: string;
  readonly until?: string | null;
}

/** The fields of a price list that is new, or that changes. */
export function ListFields({ name, priority, ...times }: ListFieldsProps) {
  const text = useText<Texts>();
  return (
    <>
      <Field name="name" label={text('desk.name')} value={name} required maxLength={100} dir="auto" />
      <Field
        name="priority"
        label={text('desk.priority')}
        type="number"
        value={priority}
        hint={text('desk.priorityHint')}
      />
      <TimeFields {...times} />
    </>
  );
}
