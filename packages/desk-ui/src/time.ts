import { StoaError } from 'stoa';

// Years of three digits are half typed.
const form =
  /^((?!0)\d{4}-\d{2}-\d{2})(?:T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,6})?)?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)?)?$/;

/**
 * What a person typed as a time, such as `2027-01-31T09:00`, or a day for its beginning. Null for nothing. Without an
 * offset it is in the time zone of the shop. Throws BAD_USER_INPUT at the field, with the text `desk.noTime`.
 */
export function timeOf(text: string | null | undefined, field: string): string | null {
  const time = (text ?? '').trim();
  if (time === '') return null;
  const [, day = ''] = form.exec(time) ?? [];
  const date = new Date(`${day}T00:00:00Z`);
  // A day such as 2027-02-30 has the form, and is none.
  if (Number.isNaN(date.getTime()) || !date.toISOString().startsWith(day))
    throw new StoaError('BAD_USER_INPUT', { text: 'desk.noTime' }, { fields: { [field]: { text: 'desk.noTime' } } });
  return time === day ? `${day}T00:00` : time;
}
