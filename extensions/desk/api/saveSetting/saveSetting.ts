import { answerSaved } from '@stoa/desk-ui';
import { type Handler, StoaError } from 'stoa';
import type { SaveSetting } from '../../desk.gen.ts';
import { findRole } from '../../src/member-store.ts';
import { permissionsOf } from '../../src/roles.ts';
import { type Setting, sentValue, settingsIn, shopOwner } from '../../src/setting.ts';
import { objectOf } from '../../src/setting-shape.ts';

/** The second of two people who change one setting sees what is there now, and what they typed. */
const saveSetting: Handler<SaveSetting> = async (request, response) => {
  const { context, body, session, user } = request;
  const { extension, name, seen } = body;
  const { data } = await context.query('{ liveSettings }');
  const setting = settingsIn(data?.liveSettings).find((one) => one.extension === extension && one.name === name);
  if (setting === undefined) throw new StoaError('NOT_FOUND', { text: 'setting.none' });
  // Browsers send the end of a line as two characters.
  const lines = (text: string) => text.replaceAll('\r\n', '\n');
  if (seen !== undefined && lines(seen) !== setting.text) throw refusal('CONFLICT', { text: 'setting.changed' });
  const values = { [name]: read(setting, { ...body }) };
  const { data: changed, errors = [] } = await context.query(
    'mutation ($extension: String, $values: SettingValues!) { changeSettings(extension: $extension, values: $values) }',
    { extension: extension === shopOwner ? null : extension, values },
  );
  const [error] = errors;
  if (error !== undefined) throw refusal('BAD_USER_INPUT', error.message);
  // All members are signed out. Who has made the change goes on, with what the role may do now.
  if (extension === 'desk' && name === 'roles' && context.caller.kind === 'user' && context.caller.via === 'session') {
    const settings = { ...context.settings, roles: objectOf(objectOf(changed?.changeSettings).roles) };
    const member = { customerId: user.id, role: await findRole(context.database, user.id) };
    await session.signIn({ id: user.id, permissions: await permissionsOf({ query: context.query, settings }, member) });
  }
  answerSaved(request, response, { page: () => context.url('deskSettings'), saved: 'setting' });
};

function read(setting: Setting, texts: Parameters<typeof sentValue>[1]): unknown {
  try {
    return sentValue(setting, texts);
  } catch (error) {
    if (error instanceof SyntaxError) throw refusal('BAD_USER_INPUT', { text: 'setting.noJson' });
    throw error;
  }
}

function refusal(code: 'BAD_USER_INPUT' | 'CONFLICT', text: string | { readonly text: string }): StoaError {
  return new StoaError(code, text, { fields: { value: text } });
}

export default saveSetting;
