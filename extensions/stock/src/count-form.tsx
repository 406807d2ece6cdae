import { Field, Form } from '@stoa/desk-ui';
import type { ComponentProps } from 'react';
import { useText } from 'stoa';
import type { Texts } from '../stock.gen.ts';
import { reasons } from './reasons.ts';

interface CountFormProps extends Pick<ComponentProps<typeof Form>, 'action' | 'form'> {
  /** Left out: the person types it. */
  readonly sku?: string;
  /** Null where it is not counted. */
  readonly onHand: number | null;
}

/** Counts one SKU. The number that one saw goes along, so that no sale between is undone. */
export function CountForm({ action, form, sku, onHand }: CountFormProps) {
  const text = useText<Texts>();
  const options = reasons.map((reason) => [reason, text.plain(`desk.${reason}`)] as const);
  const hidden = sku === undefined ? {} : { sku, seen: onHand ?? '' };
  return (
    <Form action={action} form={form} submit={text('desk.save')} hidden={hidden} inline>
      {sku === undefined && <Field name="sku" label={text('desk.sku')} required maxLength={100} dir="ltr" />}
      <Field name="onHand" label={text('desk.onHand')} type="number" value={onHand} min={0} required />
      <Field name="reason" label={text('desk.reason')} type="select" value="count" options={options} />
    </Form>
  );
}
