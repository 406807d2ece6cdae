import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import express, { type Request, type Response } from 'express';
import { type RestServer, startRest, type TestEndpoint } from '../support/rest-gateway.ts';

const nullable = (schema: object) => ({ ...schema, type: [Reflect.get(schema, 'type'), 'null'] });
const echo = (request: Request, response: Response) => {
  response.json({ params: request.params, query: request.query, body: request.body });
};

const listFoos: TestEndpoint = {
  path: '/foos/:id',
  schemas: {
    params: { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] },
    query: {
      type: 'object',
      properties: {
        first: nullable({ type: 'integer', minimum: 1, maximum: 100, default: 20 }),
        ratio: nullable({ type: 'number' }),
        sale: nullable({ type: 'boolean' }),
        ids: nullable({ type: 'array', items: { type: 'integer' } }),
        sort: nullable({ type: 'string' }),
      },
    },
    body: undefined,
  },
  run: [echo],
};

const review: TestEndpoint = {
  path: '/reviews',
  methods: ['POST', 'GET'],
  consumes: ['json', 'form'],
  schemas: {
    params: undefined,
    query: undefined,
    body: {
      type: 'object',
      properties: {
        author: { type: 'string', pattern: '\\S' },
        rating: { type: 'integer', minimum: 1, maximum: 5 },
        comment: { type: 'string', pattern: '\\S' },
        tags: nullable({ type: 'array', items: { type: 'string' } }),
        age: nullable({ type: 'integer' }),
        note: nullable({ type: 'string', maxLength: 5 }),
        kind: { type: 'string', enum: ['a', 'b'] },
        gone: { type: 'null' },
        admin: false,
        address: {
          type: 'object',
          properties: { street: { type: 'string' } },
          required: ['street'],
          additionalProperties: false,
        },
      },
      required: ['author', 'rating', 'comment'],
    },
  },
  requiredBodyFields: ['author', 'rating', 'comment'],
  run: [express.json({ inflate: false }), express.urlencoded(), echo],
};

const nameOnly: TestEndpoint = {
  path: '/names',
  methods: ['POST'],
  schemas: {
    params: undefined,
    query: undefined,
    body: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  },
  requiredBodyFields: ['name'],
  run: [express.json(), echo],
};

const optional: TestEndpoint = {
  path: '/options',
  methods: ['POST'],
  consumes: ['json', 'form'],
  parsesBody: false,
  schemas: {
    params: undefined,
    query: undefined,
    body: { type: 'object', properties: { name: { type: 'string' }, size: { type: 'integer', default: 3 } } },
  },
  run: [echo],
};

const free: TestEndpoint = { path: '/free', methods: ['POST'], run: [express.text({ type: () => true }), echo] };

const good = { author: 'a', rating: 5, comment: 'c' };

describe('input', () => {
  let server: RestServer;
  before(async () => {
    server = await startRest({ listFoos, review, nameOnly, optional, free });
  });
  after(() => server[Symbol.asyncDispose]());

  const get = async (path: string) => answerOf(await fetch(server.url + path));
  const post = async (body: string | Buffer<ArrayBuffer>, headers: Record<string, string> = {}, path = '/reviews') => {
    const all = { 'content-type': 'application/json', ...headers };
    return answerOf(await fetch(server.url + path, { method: 'POST', headers: all, body }));
  };
  const answerOf = async (response: globalThis.Response) => ({ status: response.status, body: await response.json() });
  const refused = (status: number, error: string) => ({ status, body: { error } });

  context('in the path and the query string', () => {
    it('is coerced to what the schemas say, and completed by their defaults', async () => {
      const { body } = await get('/foos/7?ratio=1.5&sale=true&ids=1&ids=2&sort=x%20y&utm=1&utm=2');
      expect(body).to.deep.equal({
        params: { id: 7 },
        query: { first: 20, ratio: 1.5, sale: true, ids: [1, 2], sort: 'x y', utm: ['1', '2'] },
      });
    });

    it('makes a list of a single value for a list', async () => {
      expect((await get('/foos/7?ids=1')).body.query.ids).to.deep.equal([1]);
    });

    for (const [target, error] of [
      ['/foos/seven', 'id must be an integer'],
      ['/foos/0x10', 'id must be an integer'],
      ['/foos/7?first=0', 'first must be at least 1'],
      ['/foos/7?first=101', 'first must be at most 100'],
      ['/foos/7?first=', 'first must be an integer'],
      ['/foos/7?first=1&first=2', 'first must be an integer, and given once'],
      ['/foos/7?sort=a&sort=b', 'sort must be a string, and given once'],
      ['/foos/7?sale=yes', 'sale must be true or false'],
      ['/foos/7?ids=1&ids=x', 'ids[1] must be an integer'],
    ] as const) {
      it(`is refused: ${target}`, async () => {
        expect(await get(target)).to.deep.equal(refused(400, error));
      });
    }
  });

  context('in a body that is not sent', () => {
    const send = async (path: string, headers: Record<string, string> = {}) =>
      answerOf(await fetch(server.url + path, { method: 'POST', headers }));

    it('is empty when all fields are optional, and has the defaults', async () => {
      expect(await send('/options')).to.deep.equal({ status: 200, body: { params: {}, query: {}, body: { size: 3 } } });
      expect((await send('/options', { 'content-type': 'application/json' })).status).to.equal(200);
    });

    it('is refused when a field is required', async () => {
      expect(await send('/names')).to.deep.equal(refused(400, 'name is required'));
    });

    it('is no form of another site', async () => {
      const form = { 'content-type': 'application/x-www-form-urlencoded' };
      expect((await send('/options', { ...form, 'sec-fetch-site': 'cross-site' })).status).to.equal(403);
      expect((await send('/options', { ...form, 'sec-fetch-site': 'same-origin' })).status).to.equal(200);
    });
  });

  context('in a JSON body', () => {
    it('reaches the handler as it was sent, unknown fields too', async () => {
      expect((await post(JSON.stringify({ ...good, more: [1] }))).body.body).to.deep.equal({ ...good, more: [1] });
    });

    for (const body of [
      {},
      { author: 'a' },
      { ...good, comment: '' },
      { ...good, author: ' \n' },
      { ...good, rating: null },
      null,
    ]) {
      it(`is refused with all required fields' names: ${JSON.stringify(body)}`, async () => {
        expect(await post(JSON.stringify(body))).to.deep.equal(refused(400, 'author, rating and comment are required'));
      });
    }

    it('is refused with one required field’s name', async () => {
      expect(await post('{}', {}, '/names')).to.deep.equal(refused(400, 'name is required'));
    });

    for (const [changes, error] of [
      [{ rating: 6 }, 'rating must be at most 5'],
      [{ rating: '5' }, 'rating must be an integer'],
      [{ rating: 4.5 }, 'rating must be an integer'],
      [{ tags: ['a', 1] }, 'tags[1] must be a string'],
      [{ note: 'too long' }, 'note must have at most 5 characters'],
      [{ kind: 'c' }, 'kind must be one of "a", "b"'],
      [{ gone: 1 }, 'gone must be null'],
      [{ admin: true }, 'admin is not a known field'],
      [{ address: {} }, 'address.street is required'],
      [{ address: { street: 's', city: 'c' } }, 'address.city is not a known field'],
    ] as const) {
      it(`is refused: ${JSON.stringify(changes)}`, async () => {
        expect(await post(JSON.stringify({ ...good, ...changes }))).to.deep.equal(refused(400, error));
      });
    }

    for (const body of ['[]', '"text"', '7', 'true']) {
      it(`is refused when it is no object: ${body}`, async () => {
        expect(await post(body)).to.deep.equal(refused(400, 'the body must be an object'));
      });
    }

    it('is refused with the place where it stops being JSON, and without quoting it', async () => {
      const answer = await post('{\n  "author": secret }');
      expect(answer).to.deep.equal(refused(400, 'The body is not JSON: it goes wrong at line 2, column 13.'));
    });

    it('may begin with a byte order mark', async () => {
      expect((await post(`\ufeff${JSON.stringify(good)}`)).status).to.equal(200);
    });

    it('is refused when it is not UTF-8', async () => {
      const { status } = await post(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]));
      expect(status).to.equal(400);
    });

    it('is refused when it is nested too deeply, however deeply', async () => {
      const body = `{"a":${'['.repeat(40_000)}${']'.repeat(40_000)}}`;
      expect(await post(body)).to.deep.equal(refused(400, 'The body is nested deeper than 200 levels.'));
    });

    for (const body of [
      '{"__proto__":{"isAdmin":true}}',
      '{"a":[{"__proto__":1}]}',
      '{"constructor":{"prototype":{}}}',
    ]) {
      it(`is refused when it has a key that could change other objects: ${body}`, async () => {
        expect((await post(body)).status).to.equal(400);
      });
    }
  });

  context('in a form', () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };

    it('is coerced, and reaches the handler so', async () => {
      const answer = await post('author=a&rating=5&comment=c+d&tags=x&age=&note=', form);
      expect(answer).to.have.property('status', 200);
      expect(answer.body.body).to.deep.equal({ author: 'a', rating: 5, comment: 'c d', tags: ['x'], note: '' });
    });

    it('is validated', async () => {
      expect(await post('author=a&rating=6&comment=c', form)).to.deep.equal(refused(400, 'rating must be at most 5'));
      expect(await post('author=a&rating=&comment=c', form)).to.deep.equal(
        refused(400, 'author, rating and comment are required'),
      );
    });

    it('is refused when a parser could read a field’s name in two ways', async () => {
      expect((await post('author=a&rating=5&comment=c&tags[]=x', form)).status).to.equal(400);
    });

    it('is refused where route.json does not say that forms are taken', async () => {
      expect((await post('name=a', form, '/names')).status).to.equal(415);
    });

    for (const [whence, headers, status] of [
      ['our own pages, as Origin says', (url: string) => ({ origin: url }), 200],
      ['another origin', () => ({ origin: 'http://evil.example' }), 403],
      ['a sandboxed frame', () => ({ origin: 'null' }), 403],
      ['nowhere', () => ({}), 403],
      ['another site, as Sec-Fetch-Site says', () => ({ 'sec-fetch-site': 'cross-site' }), 403],
    ] as const) {
      it(`answers ${status} when it comes from ${whence}`, async () => {
        const type = { 'content-type': 'application/x-www-form-urlencoded' };
        const raw = { ...type, ...headers(server.url) };
        const response = await postRaw(`${server.url}/reviews`, raw, 'author=a&rating=5&comment=c');
        expect(response).to.equal(status);
      });
    }
  });

  context('of another type', () => {
    for (const [what, type] of [
      ['text', 'text/plain'],
      ['JSON in another charset', 'application/json; charset=utf-16'],
      ['a kin of JSON', 'application/vnd.api+json'],
      ['no type', ''],
    ] as const) {
      it(`is refused with 415: ${what}`, async () => {
        const headers: Record<string, string> = type === '' ? {} : { 'content-type': type };
        expect(await postRaw(`${server.url}/reviews`, headers, JSON.stringify(good))).to.equal(415);
      });
    }

    for (const type of ['application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"']) {
      it(`is taken: ${type}`, async () => {
        expect((await post(JSON.stringify(good), { 'content-type': type })).status).to.equal(200);
      });
    }

    it('is refused with 415 when it is compressed', async () => {
      const answer = await post(gzipSync(JSON.stringify(good)), { 'content-encoding': 'gzip' });
      expect(answer).to.deep.equal(refused(415, 'Compressed bodies are not accepted.'));
    });

    it('is passed on where route.json describes no body', async () => {
      expect((await post('a=b', { 'content-type': 'text/csv' }, '/free')).body.body).to.equal('a=b');
    });
  });

  it('needs no body for a GET of an endpoint that has one for its POST', async () => {
    expect((await get('/reviews')).status).to.equal(200);
  });
});

/** fetch adds an Origin and a Content-Type of its own; this sends exactly what it is given. */
function postRaw(url: string, headers: Record<string, string>, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    });
    sent.once('error', reject).end(body);
  });
}
