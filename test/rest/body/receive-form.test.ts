import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect } from 'chai';
import fc from 'fast-check';
import { RequestError } from '#base';
import { FileStore } from '#files';
import { coreTexts } from '#http';
import { ReceivedForm } from '../../../src/rest/body/receive-form.ts';
import { testConfig, testServer } from '../../support/test-config.ts';
import { testEndpoint } from '../../support/test-manifests.ts';

const boundary = 'x-boundary';
const endpoint = testEndpoint('shop', 'add', {
  path: '/a',
  methods: ['POST'],
  consumes: ['multipart'],
  files: { scan: { types: ['text/plain', 'application/octet-stream'], picture: false, required: false, max: 3 } },
});

interface Part {
  readonly name: string;
  readonly content: Uint8Array;
  readonly isFile: boolean;
}

function bodyOf(parts: readonly Part[]): Buffer {
  const pieces = parts.flatMap(({ name, content, isFile }) => {
    const head = `Content-Disposition: form-data; name="${name}"${isFile ? '; filename="a.txt"' : ''}`;
    return [Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`), content, Buffer.from('\r\n')];
  });
  return Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]);
}

/** A request whose body arrives in these chunks. */
function requestOf(chunks: readonly Uint8Array[], given = boundary): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  request.headers = { 'content-type': `multipart/form-data; boundary=${given}`, 'transfer-encoding': 'chunked' };
  for (const chunk of chunks) if (chunk.length > 0) request.push(chunk);
  request.push(null);
  return request;
}

function split(body: Buffer, places: readonly number[]): readonly Buffer[] {
  const cuts = [0, ...places.map((place) => place % body.length).toSorted((a, b) => a - b), body.length];
  return cuts.slice(1).map((end, index) => body.subarray(cuts[index], end));
}

const text = fc.string({ unit: 'grapheme', maxLength: 20 }).filter((made) => !made.includes(boundary));
const field = fc.record({
  name: fc.constantFrom('title', 'note', 'tag'),
  content: text.map((made) => Buffer.from(made)),
  isFile: fc.constant(false),
});
const file = fc.record({
  name: fc.constant('scan'),
  // NUL, so that no byte order and no markup makes another type of it.
  content: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.concat([Buffer.alloc(1), bytes])),
  isFile: fc.constant(true),
});
const form = fc
  .tuple(fc.array(field, { maxLength: 5 }), fc.array(file, { maxLength: 3 }))
  .chain(([fields, files]) => fc.shuffledSubarray([...fields, ...files], { minLength: fields.length + files.length }))
  .filter((parts) => parts.length > 0);
const places = fc.array(fc.nat(), { maxLength: 30 });

/** Some bytes taken out, put in, or replaced. */
const damage = fc.record({
  at: fc.nat(),
  out: fc.nat({ max: 40 }),
  put: fc.oneof(
    fc.uint8Array({ maxLength: 20 }),
    fc
      .constantFrom(`--${boundary}`, `\r\n--${boundary}--`, '\r\n\r\n', '\r', '--', 'name="')
      .map((made) => Buffer.from(made)),
  ),
});

describe('a multipart body', () => {
  let stateFolder: string;
  before(async () => {
    stateFolder = await mkdtemp(join(tmpdir(), 'stoa-form-'));
  });
  after(() => rm(stateFolder, { recursive: true }));

  const received = async <Result>(
    request: IncomingMessage,
    look: (form: ReceivedForm) => Promise<Result>,
    taking = endpoint,
  ): Promise<Result> => {
    const config = testConfig({
      stateFolder,
      server: testServer({ limits: { body: 1_000, parts: 10, upload: 5_000 } }),
    });
    const store = new FileStore(config);
    const arriving = new ReceivedForm({
      endpoint: taking,
      config,
      store,
      text: (key, values) => `${key} ${JSON.stringify(values)}`,
      words: coreTexts('en'),
    });
    try {
      await arriving.receive(request);
      return await look(arriving);
    } finally {
      await arriving.remove();
      expect(await readdir(store.uploadsOf(endpoint.extension)).catch(() => [])).to.deep.equal([]);
    }
  };

  it('is read as it was sent, however it is split', async () => {
    await fc.assert(
      fc.asyncProperty(form, places, async (parts, cuts) => {
        await received(requestOf(split(bodyOf(parts), cuts)), async ({ fields, files }) => {
          const sent = (isFile: boolean) =>
            Map.groupBy(
              parts.filter((part) => part.isFile === isFile),
              ({ name }) => name,
            );
          const texts = [...sent(false)].map(([name, own]) => {
            const values = own.map(({ content }) => Buffer.from(content).toString());
            return [name, values.length === 1 ? values[0] : values];
          });
          expect({ ...fields }).to.deep.equal(Object.fromEntries(texts));
          const contents = await Promise.all((files.scan ?? []).map((upload) => buffer(upload.stream())));
          expect(contents).to.deep.equal((sent(true).get('scan') ?? []).map(({ content }) => Buffer.from(content)));
        });
      }),
      { numRuns: 80 },
    );
  });

  it('is read, or refused with a reason, however it is damaged', async () => {
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(form, places, fc.array(damage, { minLength: 1, maxLength: 3 }), async (parts, cuts, damages) => {
        const body = damages.reduce((bytes, { at, out, put }) => {
          const from = at % (bytes.length + 1);
          return Buffer.concat([bytes.subarray(0, from), put, bytes.subarray(from + out)]);
        }, bodyOf(parts));
        const failure = await received(requestOf(split(body, cuts)), async () => undefined).catch((error) => error);
        if (failure === undefined) return;
        refused += 1;
        expect(failure).to.be.instanceOf(RequestError);
        expect(failure.status).to.be.oneOf([400, 413, 415]);
        expect(failure.message).to.match(
          /^(The form .+\.|The fields .+\.|The file .+\.|".+\.|scan (must be|takes) .+)$/,
        );
      }),
      { numRuns: 150 },
    );
    expect(refused).to.be.above(20);
  });

  const png = Buffer.from('iVBORw0KGgo=', 'base64');
  const scan = (content: Uint8Array): Part => ({ name: 'scan', content, isFile: true });
  for (const [what, parts, own, words] of [
    ['of another type', [scan(png)], 'scan must be a file of type PDF or TXT', 'scan.wrong {"rule":"type","limit":""}'],
    [
      'that is too long',
      [scan(Buffer.from('x'.repeat(2_001)))],
      'scan must be at most 2 kB',
      'scan.wrong {"rule":"maxBytes","limit":2000}',
    ],
    [
      'that is one too many',
      [scan(Buffer.from('x')), scan(Buffer.from('y'))],
      'scan takes at most 1 file',
      'scan.wrong {"rule":"max","limit":1}',
    ],
  ] as const)
    it(`says of a file ${what} what is wrong, in the words of the gateway or of the extension`, async () => {
      const rule = { types: ['application/pdf', 'text/plain'], picture: false, required: false, maxBytes: 2_000 };
      const said = (messages: Readonly<Record<string, string>>): Promise<unknown> =>
        received(requestOf([bodyOf(parts)]), async () => undefined, {
          ...endpoint,
          files: { scan: rule },
          messages,
        }).catch((error) => ({ message: error.message, fields: error.fields }));
      expect(await said({})).to.deep.equal({ message: own, fields: { scan: own } });
      expect(await said({ scan: 'scan.wrong' })).to.deep.equal({ message: words, fields: { scan: words } });
    });

  it('ends with its last boundary, and what follows counts as bytes alone', async () => {
    const end = [Buffer.from(`--${boundary.slice(0, 4)}`), Buffer.from(`${boundary.slice(4)}--`)];
    expect(await received(requestOf(end), async ({ fields }) => ({ ...fields }))).to.deep.equal({});
    const more = Array.from({ length: 60 }, () => Buffer.alloc(100));
    const failure = await received(requestOf([...end, ...more]), async () => undefined).catch((error) => error);
    expect(failure).to.be.instanceOf(RequestError).with.property('status', 413);
  });

  it('is refused with a reason, whatever its boundary is', async () => {
    const whole = bodyOf([{ name: 'title', content: Buffer.from('x'), isFile: false }]);
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary-ascii', maxLength: 90 }), async (given) => {
        const failure = await received(requestOf([whole], given), async () => undefined).catch((error) => error);
        expect(failure, given).to.be.instanceOf(RequestError).with.property('status', 400);
      }),
      { numRuns: 50 },
    );
  });
});
