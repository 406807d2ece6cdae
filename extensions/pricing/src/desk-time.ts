import { StoaError } from 'stoa';

const form = /^(\d{4}-\d{2}-\d{2})(T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,6})?)?)?(Z|[+-]\d{2}:\d{2})?$/;

/** A time as forms and programs have it, for the function shop_time; null for an empty one. Throws BAD_USER_INPUT. */
export function timeOf(text: string | null | undefined, field: string): string | null {
  if (text == null || text.trim() === '') return null;
  const [whole, day, time] = form.exec(text.trim()) ?? [];
  const date = new Date(`${day}T00:00:00Z`);
  if (whole !== undefined && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day ?? '-'))
    return time === undefined ? `${day}T00:00` : whole;
  throw new StoaError('BAD_USER_INPUT', { text: 'desk.noTime' }, { fields: { [field]: { text: 'desk.noTime' } } });
}
