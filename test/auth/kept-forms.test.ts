import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect } from 'chai';
import { createKeptForms } from '../../src/auth/sessions/kept-forms.ts';
import { testSession } from '../support/test-config.ts';

const client = { protocol: 'http', address: '', host: 'shop.example' } as const;
const path = '/boards/1';
const form = { routeId: 'boards.addNote', values: { text: 'Still here.' } };

function exchange(cookie?: string) {
  const request = new IncomingMessage(new Socket());
  if (cookie !== undefined) request.headers.cookie = cookie;
  const response = new ServerResponse(request);
  const cookies = () => [response.getHeader('set-cookie') ?? []].flat().map(String);
  return { request, response, cookies };
}

function forms(session: Partial<typeof testSession> = {}, protocol: 'http' | 'https' = 'http') {
  return createKeptForms({ ...testSession, ...session }, () => ({ ...client, protocol }));
}

function kept(values: Readonly<Record<string, string>> = form.values, by = forms()): string {
  const { request, response, cookies } = exchange();
  by.keep(request, response, { routeId: form.routeId, values, path });
  return cookies()[0]?.split(';')[0] ?? '';
}

function taken(cookie: string | undefined, by = forms(), at = path) {
  const { request, response, cookies } = exchange(cookie);
  return { form: by.take(request, response, at), cleared: cookies().length > 0 };
}

describe('a form that waits for a sign-in', () => {
  it('is in a cookie that nothing else can read', () => {
    const cookie = kept();
    expect(Buffer.from(cookie.split('=')[1] ?? '', 'base64url').toString('latin1')).to.not.include('Still');
    expect(taken(`theme=dark; ${cookie}`)).to.deep.equal({ form, cleared: true });
  });

  it('is sent by https only where the shop speaks it', () => {
    const { request, response, cookies } = exchange();
    forms({}, 'https').keep(request, response, { ...form, path });
    expect(cookies()[0]).to.match(/; Secure$/);
  });

  it('is taken by https on the home page, too', () => {
    const https = forms({}, 'https');
    const { request, response, cookies } = exchange();
    https.keep(request, response, { ...form, path: '/' });
    expect(taken(cookies()[0]?.split(';')[0], https, '/').form).to.deep.equal(form);
  });

  it('is read by an older secret', () => {
    const next = forms({ secret: 'another secret of thirty-two bytes or more', olderSecrets: [testSession.secret] });
    expect(taken(kept(), next).form).to.deep.equal(form);
  });

  it('is not kept when no cookie can hold it', () => {
    expect(kept({ text: 'x'.repeat(3_000) })).to.equal('');
    expect(kept({ text: 'x'.repeat(2_000) })).to.not.equal('');
  });

  const other = forms({ secret: 'a secret that is not the shop’s own one' });
  const changed = `${kept().slice(0, -4)}AAAA`;
  for (const [what, cookie] of [
    ['none', undefined],
    ['nonsense', 'stoa_form=nonsense'],
    ['an empty one', 'stoa_form='],
    ['one of another shop', kept(form.values, other)],
    ['one that was changed', changed],
  ] as const)
    it(`is not there for a cookie that is ${what}`, () => {
      expect(taken(cookie)).to.deep.equal({ form: undefined, cleared: false });
    });

  it('is not there for another page', () => {
    expect(taken(kept(), forms(), '/boards/2')).to.deep.equal({ form: undefined, cleared: false });
  });

  it('is over when its time is', () => {
    const now = Date.now;
    const cookie = kept();
    try {
      Date.now = () => now() + 31 * 60_000;
      expect(taken(cookie)).to.deep.equal({ form: undefined, cleared: true });
    } finally {
      Date.now = now;
    }
  });
});
