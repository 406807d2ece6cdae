import { usePage, useShop, useText } from 'stoa';
import type { Texts } from '../invoice-documents.gen.ts';
import { latestPeriods } from './period.ts';

/** The periods that the page offers, each with its name. The one of its address is among them. */
export function usePeriods(): readonly (readonly [value: string, label: string])[] {
  const text = useText<Texts>();
  const { locale, timeZone } = useShop();
  const { period = '' } = usePage().query;
  const today = new Intl.DateTimeFormat('en-CA', { timeZone }).format();
  const { months, quarters, years } = latestPeriods(today);
  const monthName = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const offered: readonly (readonly [string, string])[] = [
    ['', text.plain('desk.allTimes')],
    ...months.map((month) => [month, monthName.format(new Date(`${month}-01T00:00:00Z`))] as const),
    ...quarters.map(
      (each) => [each, text.plain('desk.quarter', { quarter: each.slice(-1), year: each.slice(0, 4) })] as const,
    ),
    ...years.map((year) => [year, year] as const),
  ];
  return offered.some(([value]) => value === period) ? offered : [...offered, [period, period]];
}
