import { StoaError } from 'stoa';
import type { Context } from '../desk.gen.ts';
import { removeUnnamed } from './own-pictures.ts';
import { type Setting, settingsIn, shopOwner } from './setting.ts';
import { problemAt } from './setting-problem.ts';
import { objectOf } from './setting-shape.ts';
import type { SentTexts } from './setting-value.ts';

interface Change {
  /** Its name, or `@shop`. */
  readonly extension: string;
  readonly name: string;
  /** The value that the form has shown, as text. */
  readonly seen?: string | null | undefined;
  /** What a form has sent: a refusal names its fields by their labels. */
  readonly texts?: SentTexts;
}

const changeText = `
  mutation ($extension: String, $values: SettingValues!) { changeSettings(extension: $extension, values: $values) }`;

/**
 * Changes a live setting, and gives its new value. Null is the default. Throws NOT_FOUND, BAD_USER_INPUT, and CONFLICT
 * for the second of two people who change one setting.
 */
export async function changeSetting(
  context: Context,
  { extension, name, seen, texts = {} }: Change,
  newValue: (setting: Setting) => unknown,
): Promise<unknown> {
  const { data } = await context.query('{ liveSettings }');
  const before = settingsIn(data?.liveSettings, context.shop).find(
    (one) => one.extension === extension && one.name === name,
  );
  if (before === undefined) throw new StoaError('NOT_FOUND', { text: 'setting.none' });
  // Browsers send the end of a line as two characters.
  const isStale = typeof seen === 'string' && seen.replaceAll('\r\n', '\n') !== before.text;
  if (isStale) throw refusal('CONFLICT', { text: 'setting.changed' });
  const variables = { extension: extension === shopOwner ? null : extension, values: { [name]: newValue(before) } };
  const { data: changed, errors = [] } = await context.query(changeText, variables);
  const [error] = errors;
  if (error !== undefined) {
    const { field, message } = problemAt(before, error.message, { texts, text: context.text });
    throw refusal('BAD_USER_INPUT', message, field);
  }
  const value = objectOf(changed?.changeSettings)[name] ?? null;
  await record(context, before, value);
  if (before.described.shape.kind === 'picture') await removeUnnamed(context, [before.text]);
  return value;
}

/** The audit trail has no value of a secret. A setting that is saved as it was is no change. */
async function record({ database }: Context, { extension, name, described, ...before }: Setting, value: unknown) {
  const isSecret = described.shape.kind === 'secret';
  if (!isSecret && JSON.stringify(value) === JSON.stringify(before.value)) return;
  await database.transaction((transaction) =>
    transaction.record({
      action: 'setting.changed',
      subject: `setting:${extension}/${name}`,
      ...(!isSecret && { from: { value: before.value }, to: { value } }),
    }),
  );
}

/** A refusal at a field: that of the whole value, or of a part. */
export function refusal(
  code: 'BAD_USER_INPUT' | 'CONFLICT',
  text: string | { readonly text: string },
  field = 'value',
): StoaError {
  return new StoaError(code, text, { fields: { [field]: text } });
}
