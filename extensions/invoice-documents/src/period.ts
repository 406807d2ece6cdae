import { refuse } from '@stoa/desk-ui/forms';
import type { AnyContext } from './read-order.ts';

/** A condition on `issued_at`, and its parameters. */
export interface Period {
  readonly where: string;
  readonly values: readonly unknown[];
}

const form = /^((?:19|20|21)\d\d)(?:-Q([1-4])|-(0[1-9]|1[0-2]))?$/;

/**
 * A year such as 2026, a quarter such as 2026-Q1 or a month such as 2026-01, in the shop's time zone. Empty: all times.
 * Throws BAD_USER_INPUT for other texts.
 */
export function periodOf({ shop }: Pick<AnyContext, 'shop'>, text: string | null | undefined): Period {
  if (!text) return { where: 'true', values: [] };
  const [, year = '', quarter, month] = form.exec(text) ?? refuse('period', 'desk.noPeriod');
  const first = quarter === undefined ? Number(month ?? 1) : Number(quarter) * 3 - 2;
  const months = quarter === undefined ? (month === undefined ? 12 : 1) : 3;
  const dayOf = (monthOfYear: number) =>
    new Date(Date.UTC(Number(year), monthOfYear - 1, 1)).toISOString().slice(0, 10);
  return {
    where: 'issued_at >= $1::timestamp at time zone $3 and issued_at < $2::timestamp at time zone $3',
    values: [dayOf(first), dayOf(first + months), shop.timeZone],
  };
}

interface Choice {
  readonly months: readonly string[];
  readonly quarters: readonly string[];
  readonly years: readonly string[];
}

/** The periods up to the day, such as 2026-11-30: a year of months, and what is declared or closed next. */
export function latestPeriods(day: string): Choice {
  const [year = 0, month = 1] = day.split('-').map(Number);
  const monthAt = (back: number) => new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7);
  const quarterOf = (text: string) => `${text.slice(0, 4)}-Q${Math.ceil(Number(text.slice(5)) / 3)}`;
  return {
    months: Array.from({ length: 13 }, (_, back) => monthAt(back)),
    quarters: Array.from({ length: 5 }, (_, back) => quarterOf(monthAt(back * 3))),
    years: [0, 1, 2].map((back) => String(year - back)),
  };
}
