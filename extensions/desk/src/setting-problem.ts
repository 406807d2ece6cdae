import type { Context } from '../desk.gen.ts';
import { hasFields, type Setting, shopLabel } from './setting.ts';
import type { Described } from './setting-shape.ts';
import { entriesOf, readValue, rowsOf, type SentTexts, sentRows, textAt, wordsOf } from './setting-value.ts';

/** Where a part of a setting stands in its form. */
interface Place {
  /** The name of the field, or the beginning of the names of those in a group. */
  readonly field: string;
  readonly labels: readonly string[];
}

interface Form {
  readonly texts: SentTexts;
  readonly text: Context['text'];
}

/**
 * What a schema says of `zones[1].countries`, for those who have the form before them: of "Entry 2, Countries", and at this
 * field. Programs that have sent JSON know the path, which stays.
 */
export function problemAt(
  setting: Setting,
  message: string,
  form: Form,
): { readonly field: string; readonly message: string } {
  if (!hasFields(setting, form.texts)) return { field: 'value', message };
  let field = 'value';
  const whole = message.replace(/^"([^"]+)" is missing in "([^"]+)"/, '"$2.$1" is missing');
  const said = whole.replaceAll(/"([^"]+)"/g, (quoted, path: string) => {
    const [name, ...keys] = path.split(/[.[\]]+/).filter((key) => key !== '');
    const place = name === setting.name ? placeOf(setting.described, keys, { field, labels: [] }, form) : undefined;
    if (place === undefined) return quoted;
    field = place.field;
    return `"${(place.labels.length > 0 ? place.labels : [labelOf(setting, form)]).join(', ')}"`;
  });
  return { field, message: said };
}

/** Undefined within JSON that was typed as such. */
function placeOf(of: Described, keys: readonly string[], at: Place, form: Form): Place | undefined {
  const [key, ...rest] = keys;
  if (key === undefined) return at;
  const { shape } = of;
  const below = (part: Described, field: string, label: string) =>
    placeOf(part, rest, { field, labels: [...at.labels, label] }, form);
  switch (shape.kind) {
    case 'fields': {
      const part = shape.fields.find(({ name }) => name === key);
      return part && below(part, `${at.field}/${key}`, partLabel(part, form));
    }
    case 'rows': {
      // Rows that are empty or go away are none of the value, but have a number in the form.
      const isThere = (row: string) => readValue(shape.of.shape, form.texts, row) !== undefined;
      const row = rowsOf(form.texts, at.field).filter(isThere)[Number(key)];
      const number = row === undefined ? 0 : sentRows(form.texts, at.field).indexOf(row) + 1;
      return row === undefined ? undefined : below(shape.of, row, form.text('setting.entry', { number }));
    }
    case 'named': {
      const row = rowsOf(form.texts, at.field).find((each) => textAt(form.texts, `${each}/name`) === key);
      return row === undefined ? undefined : below(shape.of, `${row}/value`, key);
    }
    case 'either':
      return placeOf({ ...of, shape: shape.many }, keys, at, form);
    case 'list': {
      const entry = entriesOf(textAt(form.texts, at.field) ?? '')[Number(key)];
      return { ...at, labels: entry === undefined ? at.labels : [...at.labels, entry] };
    }
    default:
      return shape.kind === 'json' ? undefined : at;
  }
}

function partLabel({ title, name, shape }: Described, { text }: Form): string {
  if (title === undefined && shape.kind === 'colour' && (name === 'light' || name === 'dark'))
    return text(`setting.${name}`);
  return title ?? wordsOf(name);
}

function labelOf({ name, described }: Setting, { text }: Form): string {
  const label = shopLabel(name);
  return described.title ?? (label === undefined ? wordsOf(name) : text(label));
}
