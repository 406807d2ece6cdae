import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { request as openRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'chai';
import type { Request, Response } from 'express';
import type { Upload } from '#extension-api';
import { startRest, type TestEndpoint } from '../support/rest-gateway.ts';
import { testServer } from '../support/test-config.ts';

const megabyte = 2 ** 20;

const sendFilm: TestEndpoint = {
  path: '/films',
  methods: ['POST'],
  consumes: ['multipart'],
  schemas: { params: undefined, query: undefined, body: { type: 'object', properties: {} } },
  bodyLimit: 1_024 * megabyte,
  files: {
    film: { types: ['text/plain'], picture: false, required: true },
    clip: { types: ['text/plain'], picture: false, required: false, maxBytes: megabyte },
  },
  run: [
    ({ files }: Request & { readonly files: Readonly<Record<string, Upload>> }, response: Response) =>
      response.json({ bytes: files.film?.bytes }),
  ],
};

/** Sends megabytes of a file until the gateway answers. Returns what it answered, and how many it took. */
async function send(url: string, field: string, megabytes: number) {
  const headers = { 'content-type': 'multipart/form-data; boundary=b', 'sec-fetch-site': 'same-origin' };
  const request = openRequest(`${url}/films`, { method: 'POST', headers });
  request.on('error', () => undefined);
  const answered = once(request, 'response');
  let status: number | undefined;
  void answered.then(([response]) => {
    status = response.statusCode;
    response.resume();
  });
  request.write(`--b\r\nContent-Disposition: form-data; name="${field}"; filename="a.txt"\r\n\r\n`);
  const chunk = Buffer.alloc(megabyte, 'a');
  let sent = 0;
  let peak = 0;
  for (; sent < megabytes && status === undefined && !request.destroyed; sent++) {
    if (!request.write(chunk)) await Promise.race([once(request, 'drain'), answered, wait(2_000)]);
    peak = Math.max(peak, process.memoryUsage().rss);
  }
  request.end('\r\n--b--\r\n');
  await answered;
  return { status, sent, peak };
}

describe('an upload of a gigabyte', () => {
  it('is refused early where a file may not be so long, and goes to disk with little memory where it may', async () => {
    const stateFolder = await mkdtemp(join(tmpdir(), 'stoa-large-'));
    await using server = await startRest(
      { sendFilm },
      { config: { stateFolder, server: testServer() }, patience: { requestTimeout: 140_000 } },
    );
    const before = process.memoryUsage().rss;
    const short = await send(server.url, 'clip', 1_024);
    expect(short.status).to.equal(413);
    expect(short.sent).to.be.lessThan(40);
    const long = await send(server.url, 'film', 1_100);
    expect(long.status).to.equal(413);
    expect(long.sent).to.be.within(1_000, 1_100);
    expect((long.peak - before) / megabyte).to.be.lessThan(200);
    expect(await readdir(join(stateFolder, 'files/.uploads/shop'))).to.deep.equal([]);
    const whole = await send(server.url, 'film', 900);
    expect(whole.status).to.equal(200);
    await rm(stateFolder, { recursive: true });
  });
});
