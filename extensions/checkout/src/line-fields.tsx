import { Field } from '@stoa/desk-ui';
import { Fragment } from 'react';
import { useText } from 'stoa';
import type { Texts } from '../checkout.gen.ts';
import { lineField } from './find-lines.ts';

/** Rows for what is ordered. Empty ones do not count, and each look at the order gives two more. */
export function LineFields({ rows }: { readonly rows: number }) {
  const text = useText<Texts>();
  return Array.from({ length: rows }, (_, place) => (
    <Fragment key={lineField('sku', place)}>
      <Field
        name={lineField('sku', place)}
        label={text('desk.sku', { place: place + 1 })}
        hint={place === 0 ? text('desk.skuHint') : undefined}
        maxLength={100}
        required={place === 0}
      />
      <Field
        name={lineField('quantity', place)}
        label={text('desk.quantity', { place: place + 1 })}
        type="number"
        min={1}
        max={99}
        value={1}
      />
    </Fragment>
  ));
}
