import { StoaError } from 'stoa';

const form = /^(\d{4}-\d{2}-\d{2})(T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,6})?)?)?(Z|[+-]\d{2}:\d{2})?$/;

/** A time as forms and programs have it, for {@link timeSql}; null for an empty one. Throws BAD_USER_INPUT. */
export function timeOf(text: string | null | undefined, field: string): string | null {
  if (text == null || text.trim() === '') return null;
  const [whole, day, time] = form.exec(text.trim()) ?? [];
  const date = new Date(`${day}T00:00:00Z`);
  if (whole !== undefined && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day ?? '-'))
    return time === undefined ? `${day}T00:00` : whole;
  throw new StoaError('BAD_USER_INPUT', { text: 'desk.noTime' }, { fields: { [field]: { text: 'desk.noTime' } } });
}

/** A parameter as an instant: without an offset, it is the time of day in the time zone of the shop. */
export function timeSql(parameter: string, zone: string): string {
  return `case when ${parameter}::text ~ '(Z|[+-][0-9]{2}:[0-9]{2})$' then ${parameter}::text::timestamptz
    else ${parameter}::text::timestamp at time zone ${zone}::text end`;
}
