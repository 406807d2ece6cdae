import { Table } from '@stoa/desk-ui';
import type { ComponentProps } from 'react';
import { useFormat, useText } from 'stoa';
import type { Texts } from '../../orders.gen.ts';
import type { OrderRow } from '../order-row.ts';
import { OrderBadge } from './order-badge.tsx';

interface ListedOrder extends Pick<OrderRow, 'id' | 'number' | 'state' | 'placedAt' | 'sentAt' | 'isPartlySent'> {
  readonly deskUrl: string | null;
  readonly totals: { readonly total: number };
  /** Left out where all are of one buyer. */
  readonly name?: string;
}

interface OrderTableProps extends Pick<ComponentProps<typeof Table>, 'caption' | 'pages' | 'bulk' | 'canHide'> {
  readonly orders: readonly ListedOrder[];
  readonly hasBuyers?: boolean;
}

/** A list of orders, each with a link to its page. */
export function OrderTable({ orders, hasBuyers = false, ...list }: OrderTableProps) {
  const text = useText<Texts>();
  const { money, day } = useFormat();
  return (
    <Table
      {...list}
      columns={[
        { key: 'number', label: text.plain('desk.number') },
        { key: 'placedAt', label: text.plain('desk.placedAt') },
        ...(hasBuyers ? [{ key: 'buyer', label: text.plain('desk.buyer') }] : []),
        { key: 'state', label: text.plain('desk.state') },
        { key: 'total', label: text.plain('desk.total'), align: 'end' },
      ]}
      rows={orders.map((order) => ({
        key: order.id,
        href: order.deskUrl,
        cells: {
          number: order.number,
          placedAt: day(order.placedAt),
          buyer: <bdi>{order.name}</bdi>,
          state: <OrderBadge {...order} />,
          total: money(order.totals.total),
        },
      }))}
      empty={text('desk.none')}
    />
  );
}
