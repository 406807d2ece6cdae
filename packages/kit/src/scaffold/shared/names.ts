/** `gift-card` */
export const kebabName = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;

/** `gift-card`, `giftCard` and `GiftCard` are the words gift and card. */
function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^a-zA-Z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
}

export function pascal(name: string): string {
  return wordsOf(name).map(capitalized).join('');
}

export function camel(name: string): string {
  const text = pascal(name);
  return text.charAt(0).toLowerCase() + text.slice(1);
}

export function kebab(name: string): string {
  return wordsOf(name).join('-');
}

/** The name of a table or a column. One that PostgreSQL reserves is quoted. */
export function sqlName(name: string): string {
  const text = wordsOf(name).join('_');
  return reserved.has(text) ? `"${text}"` : text;
}

// https://www.postgresql.org/docs/current/sql-keywords-appendix.html
const reserved: ReadonlySet<string> = new Set(
  `all analyse analyze and any array as asc asymmetric both case cast check collate column constraint create
  current_catalog current_date current_role current_time current_timestamp current_user default deferrable desc distinct
  do else end except false fetch for foreign from grant group having in initially intersect into lateral leading limit
  localtime localtimestamp not null offset on only or order placing primary references returning select session_user
  some symmetric system_user table then to trailing true union unique user using variadic when where window with`.split(
    /\s+/,
  ),
);

/** `gift card` */
export function spoken(name: string): string {
  return wordsOf(name).join(' ');
}

/** `Gift card` for `gift card` */
export function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

export function plural(name: string): string {
  if (/(?:s|x|z|ch|sh)$/.test(name)) return `${name}es`;
  return /[^aeiou]y$/.test(name) ? `${name.slice(0, -1)}ies` : `${name}s`;
}
