import { StoaError } from 'stoa';
import type { Context } from '../desk.gen.ts';
import { removeUnnamed } from './own-pictures.ts';
import { type Setting, settingsIn, shopOwner } from './setting.ts';
import { objectOf } from './setting-shape.ts';

interface Change {
  /** Its name, or `@shop`. */
  readonly extension: string;
  readonly name: string;
  /** The value that the form has shown, as text. */
  readonly seen?: string | null | undefined;
}

const changeText = `
  mutation ($extension: String, $values: SettingValues!) { changeSettings(extension: $extension, values: $values) }`;

/**
 * Changes a live setting, and gives its new value. Null is the default. Throws NOT_FOUND, BAD_USER_INPUT, and CONFLICT
 * for the second of two people who change one setting.
 */
export async function changeSetting(
  context: Context,
  { extension, name, seen }: Change,
  newValue: (setting: Setting) => unknown,
): Promise<unknown> {
  const { data } = await context.query('{ liveSettings }');
  const before = settingsIn(data?.liveSettings).find((one) => one.extension === extension && one.name === name);
  if (before === undefined) throw new StoaError('NOT_FOUND', { text: 'setting.none' });
  // Browsers send the end of a line as two characters.
  const isStale = typeof seen === 'string' && seen.replaceAll('\r\n', '\n') !== before.text;
  if (isStale) throw refusal('CONFLICT', { text: 'setting.changed' });
  const variables = { extension: extension === shopOwner ? null : extension, values: { [name]: newValue(before) } };
  const { data: changed, errors = [] } = await context.query(changeText, variables);
  const [error] = errors;
  if (error !== undefined) throw refusal('BAD_USER_INPUT', error.message);
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

/** A refusal at the field of the value. */
export function refusal(code: 'BAD_USER_INPUT' | 'CONFLICT', text: string | { readonly text: string }): StoaError {
  return new StoaError(code, text, { fields: { value: text } });
}
