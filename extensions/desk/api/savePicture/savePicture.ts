import { answerSaved } from '@stoa/desk-ui';
import { type Handler, StoaError } from 'stoa';
import type { SavePicture } from '../../desk.gen.ts';
import { changeSetting } from '../../src/change-setting.ts';
import { removeUnnamed } from '../../src/own-pictures.ts';
import { settingId } from '../../src/setting.ts';

/** The stored width: enough for the whole width of most pages. */
const mostWidth = 1280;

/** An upload comes first, then the box to remove the picture, then the path. */
const savePicture: Handler<SavePicture> = async (request, response) => {
  const { body, context, files } = request;
  const sources = files.picture === undefined ? [] : (await context.files.putPicture(files.picture)).sources;
  const upload = sources.findLast(({ width }) => width <= mostWidth)?.url;
  const path = body.remove === true ? '' : body.value?.trim();
  try {
    await changeSetting(context, body, ({ described }) => {
      const value = upload ?? path;
      if (described.shape.kind === 'picture' && value !== undefined) return value === '' ? null : value;
      const message = { text: described.shape.kind === 'picture' ? 'setting.noPicture' : 'setting.takesNoPicture' };
      throw new StoaError('BAD_USER_INPUT', message, { fields: { picture: message } });
    });
  } finally {
    // The other widths, and all of a picture that is refused.
    await removeUnnamed(
      context,
      sources.map(({ url }) => url),
    );
  }
  answerSaved(request, response, { page: () => context.url('deskSettings'), saved: settingId(body) });
};

export default savePicture;
