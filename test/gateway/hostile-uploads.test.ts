import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Request, Response } from 'express';
import type { Context, Upload } from '#extension-api';
import { hostileNames, hostileUploads } from '../support/hostile-uploads.ts';
import { pictureOf } from '../support/pictures.ts';
import { type RestServer, startRest, type TestEndpoint } from '../support/rest-gateway.ts';
import { testServer } from '../support/test-config.ts';

type GivenRequest = Request & { readonly files: Readonly<Record<string, Upload>>; readonly context: Context };

const pictures = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'];

const sendNote: TestEndpoint = {
  path: '/notes',
  methods: ['POST'],
  schemas: {
    params: undefined,
    query: undefined,
    body: {
      type: 'object',
      properties: { title: { type: 'string' }, stars: { type: 'integer' } },
      required: ['title'],
    },
  },
  requiredBodyFields: ['title'],
  consumes: ['multipart'],
  files: {
    cover: { types: ['image/png', 'image/jpeg'], picture: false, required: true, maxBytes: 50_000 },
    more: { types: pictures, picture: false, required: false, max: 2 },
    photo: { types: pictures, picture: true, required: false },
  },
  run: [
    async ({ files, context }: GivenRequest, response: Response) => {
      const picture = files.photo && (await context.files.putPicture(files.photo));
      response.json({ name: files.cover?.name, picture });
    },
  ],
};

describe('hostile uploads', () => {
  let server: RestServer;
  let stateFolder: string;
  const leftFiles = (): Promise<readonly string[]> => readdir(join(stateFolder, 'files/.uploads/shop')).catch(() => []);
  const post = async (type: string, body: Buffer | FormData, encoding = '') => {
    const headers = {
      'sec-fetch-site': 'same-origin',
      ...(type === '' ? {} : { 'content-type': type }),
      ...(encoding === '' ? {} : { 'content-encoding': encoding }),
    };
    const response = await fetch(`${server.url}/notes`, {
      method: 'POST',
      headers,
      body: body instanceof FormData ? body : Uint8Array.from(body),
    });
    return { status: response.status, body: await response.json() };
  };

  before(async () => {
    stateFolder = await mkdtemp(join(tmpdir(), 'stoa-uploads-'));
    const limits = { body: 1_000, parts: 8, upload: 300_000 };
    server = await startRest(
      { sendNote, ownNote: { ...sendNote, path: '/own-notes', access: 'private' } },
      { config: { stateFolder, server: testServer({ limits }) } },
    );
  });
  after(async () => {
    await server.close({ drainMs: 0 });
    await rm(stateFolder, { recursive: true });
  });

  it('are refused with a reason, and leave no file', async () => {
    const uploads = await hostileUploads();
    const taken: string[] = [];
    for (const { name, type, body, encoding } of uploads) {
      const answer = await post(type, body, encoding);
      const isRefused = [400, 413, 415].includes(answer.status) && typeof answer.body.error === 'string';
      if (!isRefused) taken.push(`${name}: ${answer.status} ${JSON.stringify(answer.body)}`);
      const left = await leftFiles();
      if (left.length > 0) taken.push(`${name}: left ${left}`);
    }
    expect(taken).to.deep.equal([]);
    expect(uploads.length).to.be.at.least(215);
    expect(server.log.text()).to.not.include('"level":50');
  });

  it('are refused from another site, and from a guest where the route is private, before they are read', async () => {
    const form = new FormData();
    form.append('title', 'x');
    form.append('cover', new File([await pictureOf()], 'a.png'));
    const send = async (path: string, headers: Record<string, string>) => {
      const response = await fetch(server.url + path, { method: 'POST', headers, body: form });
      return [response.status, (await response.json()).error];
    };
    expect(await send('/notes', { 'sec-fetch-site': 'cross-site' })).to.deep.equal([
      403,
      'Forms are accepted from this shop’s own pages only.',
    ]);
    expect(await send('/own-notes', { 'sec-fetch-site': 'same-origin' })).to.deep.equal([
      401,
      'This route needs authentication.',
    ]);
  });

  for (const [given, shown] of hostileNames)
    it(`shows the name ${JSON.stringify(given.slice(0, 40))} as ${JSON.stringify(shown.slice(0, 40))}`, async () => {
      const form = new FormData();
      form.append('title', 'x');
      form.append('cover', new File([await pictureOf()], given));
      expect(await post('', form)).to.deep.equal({ status: 200, body: { name: shown } });
    });
});
