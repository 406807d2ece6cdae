import { Facts, Section } from '@stoa/desk-ui';
import { useFormat, useShop, useText } from 'stoa';
import type { Layout, OrderFiguresProps, Texts } from '../../orders.gen.ts';
import styles from './OrderFigures.module.css';

export const layout: Layout = { areaId: 'deskFigures', sortOrder: 10 };
export const permissions = ['orders:write'];
export const query = /* GraphQL */ `
  query {
    orderFigures {
      now { orders revenue average }
      before { orders revenue average }
      toSend
      days { day revenue }
    }
    list: url(routeId: "deskOrders")
  }
`;

/** Of the chart. */
const width = 100;
const height = 24;

/** What the shop has sold lately, and what waits to be sent. */
export default function OrderFigures({ orderFigures, list }: OrderFiguresProps) {
  const text = useText<Texts>();
  const { money, number } = useFormat();
  const { locale } = useShop();
  if (orderFigures === null) return null;
  const { now, before, toSend, days } = orderFigures;
  const amount = (value: number | null): string => (value === null ? '–' : money(value));
  const [first, last] = [days.at(0)?.day ?? '', days.at(-1)?.day ?? ''];
  const most = Math.max(...days.map(({ revenue }) => revenue));
  return (
    <Section title={text('desk.figures', { days: days.length })}>
      <Facts
        items={[
          [text.plain('desk.revenue'), <Pair key="revenue" now={money(now.revenue)} before={money(before.revenue)} />],
          [
            text.plain('desk.ordersCount'),
            <Pair key="orders" now={number(now.orders)} before={number(before.orders)} />,
          ],
          [
            text.plain('desk.average'),
            <Pair key="average" now={amount(now.average)} before={amount(before.average)} />,
          ],
        ]}
      />
      <BarChart
        values={days.map(({ revenue }) => revenue)}
        label={text.plain('desk.chart', {
          from: writtenDay(first, locale),
          to: writtenDay(last, locale),
          most: money(most),
        })}
      />
      <p>
        <a href={`${list ?? ''}?state=TO_SEND`}>{text('desk.toSendCount', { count: toSend })}</a>
      </p>
    </Section>
  );
}

/** A day of the calendar, which is the same in each time zone. */
function writtenDay(day: string, locale: string): string {
  return day === ''
    ? ''
    : new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));
}

function Pair({ now, before }: { readonly now: string; readonly before: string }) {
  const text = useText<Texts>();
  return (
    <>
      <strong>{now}</strong> <span className="desk-hint">{text('desk.before', { before })}</span>
    </>
  );
}

interface BarChartProps {
  readonly values: readonly number[];
  /** What the chart says, for those who do not see it. */
  readonly label: string;
}

/** Bars of equal width, the highest as high as the chart. Drawn on the server. */
function BarChart({ values, label }: BarChartProps) {
  const most = Math.max(1, ...values);
  const step = width / Math.max(1, values.length);
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${width} ${height}`} className={styles.chart}>
      {values.map((value, index) => {
        // A day with little revenue is still seen.
        const bar = value > 0 ? Math.max(0.5, (value / most) * height) : 0;
        return (
          <rect
            key={index}
            x={(index * step + step * 0.1).toFixed(2)}
            y={(height - bar).toFixed(2)}
            width={(step * 0.8).toFixed(2)}
            height={bar.toFixed(2)}
            fill="currentColor"
          />
        );
      })}
    </svg>
  );
}
