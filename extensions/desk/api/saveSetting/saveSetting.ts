import { answerSaved } from '@stoa/desk-ui';
import type { Handler } from 'stoa';
import type { SaveSetting } from '../../desk.gen.ts';
import { changeSetting, refusal } from '../../src/change-setting.ts';
import { findRole } from '../../src/member-store.ts';
import { permissionsOf } from '../../src/roles.ts';
import { type Setting, sentValue, settingId } from '../../src/setting.ts';
import { objectOf } from '../../src/setting-shape.ts';
import type { SentTexts } from '../../src/setting-value.ts';

/** The second of two people who change one setting sees what is there now, and what they typed. */
const saveSetting: Handler<SaveSetting> = async (request, response) => {
  const { context, body, session, user } = request;
  const value = await changeSetting(context, { ...body, texts: { ...body } }, (setting) => read(setting, { ...body }));
  const isRoles = body.extension === 'desk' && body.name === 'roles';
  // All members are signed out. Who has made the change goes on, with what the role may do now.
  if (isRoles && context.caller.kind === 'user' && context.caller.via === 'session') {
    const settings = { ...context.settings, roles: objectOf(value) };
    const member = { customerId: user.id, role: await findRole(context.database, user.id) };
    await session.signIn({ id: user.id, permissions: await permissionsOf({ query: context.query, settings }, member) });
  }
  answerSaved(request, response, { page: () => context.url('deskSettings'), saved: settingId(body) });
};

function read(setting: Setting, texts: SentTexts): unknown {
  try {
    return sentValue(setting, texts);
  } catch (error) {
    if (error instanceof SyntaxError) throw refusal('BAD_USER_INPUT', { text: 'setting.noJson' });
    throw error;
  }
}

export default saveSetting;
