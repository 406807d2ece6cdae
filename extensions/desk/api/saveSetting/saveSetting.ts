import { answerSaved } from '@stoa/desk-ui';
import type { Handler } from 'stoa';
import type { SaveSetting } from '../../desk.gen.ts';
import { changeSetting, refusal } from '../../src/change-setting.ts';
import { findMembers } from '../../src/member-store.ts';
import { changedRoles } from '../../src/roles.ts';
import { type Setting, sentValue } from '../../src/setting.ts';

/** The second of two people who change one setting sees what is there now, and what they typed. */
const saveSetting: Handler<SaveSetting> = async (request, response) => {
  const { context, body, session } = request;
  const { before, value } = await changeSetting(context, body, (setting) => read(setting, { ...body }));
  // Sessions have the permissions of their sign-in.
  if (body.extension === 'desk' && body.name === 'roles') {
    const roles = changedRoles(before.value, value);
    for (const { customerId, role } of await findMembers(context.database))
      if (roles.includes(role)) await session.signOutUser(customerId);
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

export default saveSetting;
