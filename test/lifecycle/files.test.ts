import { createHmac } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import { pictureOf } from '../support/pictures.ts';
import { forEachPlacementOfOne, type TestGateway } from '../support/start-gateway.ts';

interface Stored {
  readonly id: string;
  readonly type: string;
  readonly bytes: number;
  readonly url?: string;
}

interface Answer {
  readonly error?: string;
  readonly fields: object;
  readonly seen: object;
  readonly texts: readonly string[];
  readonly hidden: Stored;
  readonly shown: Stored;
  readonly made: Stored;
  readonly bytes: Stored;
  readonly picture: {
    readonly width: number;
    readonly height: number;
    readonly sources: readonly { readonly url: string; readonly width: number }[];
  };
}

const letter = 'Dear shop,\n'.repeat(200_000);

forEachPlacementOfOne('files of an extension', (startGateway) => {
  let shop: TestGateway;
  before(async () => {
    shop = await startGateway({ fixture: 'files-shop', empty: true });
  });
  after(() => shop[Symbol.asyncDispose]());

  const post = async (fields: Readonly<Record<string, string | File | readonly File[]>>) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) for (const each of [value].flat()) body.append(name, each);
    const response = await fetch(`${shop.url}/notes`, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin' },
      body,
    });
    const answer: Answer = await response.json();
    return { status: response.status, ...answer };
  };
  const textFile = (content: string, name = 'letter.txt') => new File([content], name);

  it('come with typed fields, and are stored without crossing to the extension', async () => {
    const answer = await post({
      title: 'Hi',
      stars: '4',
      letter: textFile(letter),
      pages: [textFile('one'), textFile('two')],
    });
    expect(answer.status, answer.error).to.equal(200);
    expect(answer.fields).to.deep.equal({ title: 'Hi', stars: 4 });
    expect(answer.seen).to.deep.equal({ name: 'letter.txt', type: 'text/plain', bytes: letter.length });
    expect(answer.texts).to.deep.equal(['one', 'two']);
    expect(answer.hidden).to.include({ type: 'text/plain', bytes: letter.length }).and.to.not.have.property('url');
    expect(answer.made).to.include({ type: 'text/plain', bytes: 8_890 });
  });

  it('are read by code of the extension alone, until they are deleted', async () => {
    const { hidden, shown } = await post({ title: 'Hi', letter: textFile(letter) });
    const read = await fetch(`${shop.url}/notes/${hidden.id}`);
    expect([read.status, await read.text()]).to.deep.equal([200, letter]);
    expect((await fetch(`${shop.url}/assets/files/notes/${hidden.id}`)).status).to.equal(404);
    await fetch(`${shop.url}/notes/${shown.id}`, { method: 'DELETE' });
    expect((await fetch(shop.url + shown.url)).status).to.equal(404);
    expect((await shop.rest('GET', `/notes/${shown.id}`)).status).to.equal(404);
  });

  it('are saved and never run, where they are public and no picture', async () => {
    const { bytes } = await post({ title: 'Hi' });
    expect(bytes.type).to.equal('text/html');
    const { status, headers } = await fetch(shop.url + bytes.url);
    expect(status).to.equal(200);
    expect(headers.get('content-type')).to.equal('application/octet-stream');
    expect(headers.get('content-disposition')).to.equal('attachment');
    expect(headers.get('x-content-type-options')).to.equal('nosniff');
    expect(headers.get('content-security-policy')).to.include('sandbox');
    expect(headers.get('cache-control')).to.equal('public, max-age=31536000, immutable');
  });

  it('become pictures that are upright, in widths, and without metadata', async () => {
    const photo = new File([await pictureOf({ format: 'jpeg', width: 800, height: 600, orientation: 6 })], 'p.jpg');
    const { picture, error } = await post({ title: 'Hi', photo });
    expect(picture, error).to.include({ width: 600, height: 800 });
    expect(picture.sources.map(({ width }) => width)).to.deep.equal([320, 600]);
    const response = await fetch(shop.url + picture.sources[0]?.url);
    expect(response.headers.get('content-type')).to.equal('image/webp');
    expect(response.headers.get('content-disposition')).to.equal(null);
    const made = await sharp(await response.arrayBuffer()).metadata();
    expect(made).to.include({ format: 'webp', width: 320, height: 427 }).and.to.not.have.any.keys('exif', 'icc', 'xmp');
  });

  it('are refused where they are too long, or of another type', async () => {
    expect(await post({ title: 'Hi', mode: 'small', letter: textFile(letter) })).to.deep.equal({
      status: 413,
      error: 'The file is larger than 10 bytes.',
    });
    expect(await post({ title: 'Hi', mode: 'strict', letter: textFile('x') })).to.deep.equal({
      status: 415,
      error: 'The file is text/plain, by its bytes. Accepted: application/pdf.',
    });
    const isGone = await shop.rest('GET', `/notes/${'a'.repeat(43)}.private.txt`);
    expect([isGone.status, isGone.body]).to.deep.equal([404, { error: 'There is no such file.' }]);
  });

  for (const [what, status, file, message] of [
    ['is too long', 413, textFile('x'.repeat(4_000_001)), 'letter must be at most 4 MB'],
    ['is of another type', 415, textFile('<p>Hi</p>'), 'letter must be a file of type TXT or PDF'],
  ] as const)
    it(`leave the form as it was typed, where one ${what}`, async () => {
      const body = new FormData();
      body.append('title', 'A "title"');
      body.append('letter', file);
      const headers = { 'sec-fetch-site': 'same-origin', accept: 'text/html' };
      const response = await fetch(`${shop.url}/notes`, { method: 'POST', headers, body });
      expect([response.status, response.headers.get('content-type')]).to.deep.equal([
        status,
        'text/html; charset=utf-8',
      ]);
      const html = await response.text();
      expect(html).to.include('value="A &quot;title&quot;"');
      expect(html).to.include(`<output>${message}</output>`);
      expect(html).to.include(`<p id="letter-error">${message}</p>`);
    });

  for (const [path, error] of [
    ['/de/notes', 'photo muss eine Datei vom Typ PNG, JPEG, GIF, WebP oder AVIF sein'],
    ['/ar/notes', 'يجب أن يكون photo ملفًا من نوع PNG أو JPEG أو GIF أو WebP أو AVIF'],
  ] as const)
    it(`are refused in the language of ${path}`, async () => {
      const body = new FormData();
      body.set('title', 'Hi');
      body.set('photo', textFile('x'));
      const headers = { 'sec-fetch-site': 'same-origin' };
      const response = await fetch(shop.url + path, { method: 'POST', headers, body });
      expect([response.status, await response.json()]).to.deep.equal([415, { error }]);
    });

  it('of requests are removed when these end', async () => {
    await post({ title: 'Hi', letter: textFile(letter) });
    await post({ letter: textFile(letter) });
    expect(await readdir(join(dirname(shop.file), '.stoa/files/.uploads/notes'))).to.deep.equal([]);
  });

  it('leave the bytes of a webhook as they were sent', async () => {
    for (const size of [10, 300_000]) {
      const body = `{ "event" : "paid", "text": "${'x'.repeat(size)}" }`;
      const signature = createHmac('sha256', 'a secret of the sender').update(body).digest('hex');
      const headers = { 'content-type': 'application/json', 'x-signature': signature };
      const response = await fetch(`${shop.url}/webhook`, { method: 'POST', headers, body });
      expect([response.status, await response.json()]).to.deep.equal([200, { bytes: body.length }]);
    }
  });
});
