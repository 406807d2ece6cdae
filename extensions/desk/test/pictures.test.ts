import { expect } from 'chai';
import sharp from 'sharp';
import { openExtension, type TestExtension } from 'stoa/testing';

describe('desk: pictures of settings', () => {
  let shop: TestExtension;
  let token: string;
  before(async () => {
    shop = await openExtension('desk', { locales: ['en-IE', 'de', 'ar'] });
    token = await shop.token({ id: 'ann', permissions: ['stoa:settings'] });
  });
  after(() => shop.close());

  type Fields = Readonly<Record<string, string>>;
  const route = '/desk/settings/picture';
  const logo = { extension: '@shop', name: 'logo' };
  const pictureOf = async (colour: string, width = 2000) =>
    new Uint8Array(
      await sharp({ create: { width, height: 400, channels: 3, background: colour } })
        .png()
        .toBuffer(),
    );
  const formOf = (fields: Fields, picture?: Uint8Array<ArrayBuffer> | string) => {
    const body = new FormData();
    for (const [name, value] of Object.entries({ ...logo, ...fields })) body.append(name, value);
    // Browsers send a field without a file, too.
    body.append('picture', picture === undefined ? new File([], '') : new File([picture], 'logo.png'));
    return body;
  };
  const save = (fields: Fields, picture?: Uint8Array<ArrayBuffer> | string, prefix = '') =>
    shop.form(prefix + route, formOf(fields, picture), { token });
  const path = async () => {
    const answer = await shop.graphql<{ liveSettings: { '@shop': { logo: { value: string | null } } } }>(
      '{ liveSettings }',
      {},
      { token },
    );
    return answer.data?.liveSettings['@shop'].logo.value ?? '';
  };
  const status = async (url: string) => (await fetch(shop.url + url)).status;
  beforeEach(async () => {
    expect((await save({ value: '' })).status).to.equal(303);
  });

  it('are uploaded, shown with their path, and written down', async () => {
    expect(await save({ seen: '' }, await pictureOf('red'))).to.include({
      status: 303,
      location: '/desk/settings?saved=@shop.logo#saved',
    });
    const red = await path();
    const file = await fetch(shop.url + red);
    expect([file.status, file.headers.get('content-type')]).to.deep.equal([200, 'image/webp']);
    expect((await sharp(await file.arrayBuffer()).metadata()).width).to.equal(1280);
    const { html } = await shop.page('/desk/settings', { token });
    expect(html).to.contain(`src="${red}" alt="The picture that is shown now"`).and.contain(`value="${red}"`);
    expect((await shop.records()).at(-1)).to.deep.include({
      action: 'setting.changed',
      subject: 'setting:@shop/logo',
      from: { value: null },
      to: { value: red },
    });
  });

  it('are deleted when another one takes their place, or they are removed', async () => {
    await save({}, await pictureOf('red'));
    const red = await path();
    await save({ seen: red }, await pictureOf('blue'));
    const blue = await path();
    expect([await status(red), await status(blue)]).to.deep.equal([404, 200]);
    expect((await save({ seen: blue, value: blue, remove: 'true' })).status).to.equal(303);
    expect([await path(), await status(blue)]).to.deep.equal(['', 404]);
  });

  it('stay as they are when the form is sent without a file, and with the same one', async () => {
    await save({}, await pictureOf('red'));
    const red = await path();
    expect((await save({ seen: red, value: red })).status).to.equal(303);
    expect((await save({ seen: red, value: red }, await pictureOf('red'))).status).to.equal(303);
    expect([await path(), await status(red)]).to.deep.equal([red, 200]);
  });

  it('may be a path of the shop, which is never deleted, also by the form for texts', async () => {
    await save({}, await pictureOf('red'));
    const red = await path();
    const byText = await shop.form('/desk/settings', { ...logo, value: '/assets/theme/welcome.svg' }, { token });
    expect([byText.status, await path(), await status(red)]).to.deep.equal([303, '/assets/theme/welcome.svg', 404]);
    const refused = await save({ value: 'https://other.example/a.png' });
    expect(refused.status).to.equal(400);
    expect(refused.html).to.contain('<details open').and.contain('value="https://other.example/a.png"');
    expect(refused.html).to.match(/value-error" class="desk-error">[^<]*is not a path of the shop/);
  });

  const tooLarge = new Uint8Array(8_100_000);
  tooLarge.set([137, 80, 78, 71, 13, 10, 26, 10]);
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg"></svg>';
  for (const [what, picture, expected] of [
    ['an SVG', () => drawing, 415],
    ['a file of another type', () => 'no picture', 415],
    ['a file that is too large', () => tooLarge, 413],
  ] as const)
    it(`refuse ${what} at the field, in each language, and keep what was typed`, async () => {
      for (const [prefix, message] of [
        ['', 'SVG is not accepted: save it as PNG.'],
        ['/de', 'SVG wird nicht angenommen: Speichern Sie es als PNG.'],
        ['/ar', 'لا يُقبل SVG'],
      ] as const) {
        const refused = await save({ value: '/typed.png' }, picture(), prefix);
        expect(refused.status).to.equal(expected);
        expect(refused.html).to.match(new RegExp(`picture-error" class="desk-error">[^<]*${message}`));
        expect(refused.html).to.contain('value="/typed.png"');
        expect(refused.html.match(/class="desk-error"/g)).to.have.length(1);
      }
      expect(await path()).to.equal('');
    });

  it('of the second of two people are refused, and their files deleted', async () => {
    await save({}, await pictureOf('red'));
    const red = await path();
    await save({ seen: red, value: '' });
    expect((await save({ seen: '/another' }, await pictureOf('red'))).status).to.equal(409);
    expect([await path(), await status(red)]).to.deep.equal(['', 404]);
  });

  it('are taken of programs, with the permission, for settings that are pictures', async () => {
    const post = (body: FormData, bearer: string | undefined = token) =>
      shop.rest('POST', route, { body, token: bearer });
    expect((await post(formOf({}, await pictureOf('red')))).status).to.equal(200);
    expect((await post(formOf({}))).status).to.equal(400);
    expect((await post(formOf({ name: 'email' }, await pictureOf('red')))).status).to.equal(400);
    expect((await post(formOf({ name: 'none' }, await pictureOf('red')))).status).to.equal(404);
    const other = await shop.token({ permissions: ['catalog:write'] });
    expect((await post(formOf({}, await pictureOf('red')), other)).status).to.equal(403);
    expect((await shop.rest('POST', route, { body: formOf({}) })).status).to.equal(401);
  });
});
