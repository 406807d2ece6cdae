import { StoaError } from 'stoa';

/** What a form has seen on hand: null where nothing was counted, undefined where a program says nothing. */
export function seenOf(text: string | null | undefined): number | null | undefined {
  if (text == null || text === '') return text === '' ? null : undefined;
  if (/^\d+$/.test(text)) return Number(text);
  throw new StoaError('BAD_USER_INPUT', { text: 'desk.onHandWrong' });
}
