import { refuse } from '@stoa/desk-ui/forms';

/** The one form of a content as a text: `450 g`, `0.75 l`. An empty text is none. */
export const contentRule = /^((0\.\d{0,2}[1-9]|[1-9]\d{0,4}(\.\d{1,3})?) (g|kg|ml|l))?$/;

/** A content as people write it, such as `0,75L`, in that form. What is none stays as it is. */
export function readContent(text: string): string {
  const [, amount, unit] = /^(\d+(?:[.,]\d+)?)\s*(k?g|m?l)$/.exec(text.trim().toLowerCase()) ?? [];
  return amount === undefined ? text.trim() : `${Number(amount.replace(',', '.'))} ${unit}`;
}

/** What a form has in the field `content`. Throws BAD_USER_INPUT. */
export function contentOf(text: string | null | undefined): string {
  const content = readContent(text ?? '');
  return contentRule.test(content) ? content : refuse('content', 'desk.noContent');
}

/** Amount and unit as the database keeps them. */
export function contentParts(content = ''): readonly [amount: string | null, unit: string | null] {
  const [amount, unit] = content.split(' ');
  return [amount || null, unit ?? null];
}
