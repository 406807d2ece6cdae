import { Badge, Filters, Form, Saved, Table, Title } from '@stoa/desk-ui';
import { useForm, useFormat, useShop, useText } from 'stoa';
import type { EndVoucher, Layout, Texts, VoucherListProps } from '../../pricing.gen.ts';
import { shownTime } from '../../src/local-time.ts';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query {
    vouchers(search: getContextValue("search"), page: getContextValue("page")) {
      pages
      vouchers { code kind amount from until mostUses uses isUsable endAddress }
    }
  }
`;

/** All vouchers, those that can be used first. */
export default function VoucherList({ vouchers }: VoucherListProps) {
  const form = useForm<EndVoucher>('endVoucher');
  const text = useText<Texts>();
  const { money, number } = useFormat();
  const { timeZone } = useShop();
  const saved = text('desk.saved');
  const worth = (kind: string, amount: number) =>
    kind === 'VOUCHER_PERCENT'
      ? text('desk.percent', { part: amount / 10_000 })
      : kind === 'VOUCHER_AMOUNT'
        ? money(amount)
        : text('desk.FREE_DELIVERY');
  return (
    <>
      <Title title={text.plain('desk.vouchers')} />
      <Saved of={{ voucher: saved, ended: text('desk.ended') }} />
      <Filters search={{ name: 'search', label: text.plain('desk.code') }} />
      <Table
        caption={text.plain('desk.vouchers')}
        columns={[
          { key: 'code', label: text.plain('desk.code') },
          { key: 'worth', label: text.plain('desk.worth'), align: 'end' },
          { key: 'from', label: text.plain('desk.from') },
          { key: 'until', label: text.plain('desk.until') },
          { key: 'uses', label: text.plain('desk.uses'), align: 'end' },
          { key: 'state', label: text.plain('desk.state') },
        ]}
        rows={(vouchers?.vouchers ?? []).map(({ code, kind, amount, ...voucher }) => ({
          key: code,
          cells: {
            code,
            worth: worth(kind, amount),
            from: shownTime(voucher.from, timeZone),
            until: shownTime(voucher.until, timeZone),
            uses:
              voucher.mostUses === null
                ? number(voucher.uses)
                : text('desk.usesOf', { uses: voucher.uses, most: voucher.mostUses }),
            state: voucher.isUsable ? (
              <Form action={voucher.endAddress} form={form} submit={text('desk.endOf', { code })} danger inline />
            ) : (
              <Badge>{text('desk.holdsNot')}</Badge>
            ),
          },
        }))}
        empty={text('desk.noVouchers')}
        pages={vouchers?.pages}
      />
    </>
  );
}
