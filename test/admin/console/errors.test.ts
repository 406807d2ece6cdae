import { expect } from 'chai';
import { Telemetry } from '#telemetry';
import { listErrors } from '../../../src/admin/console/create-operating.ts';
import { askConsole } from '../../support/console-client.ts';
import { extensionId } from '../../support/database.ts';
import { createMemoryLog } from '../../support/memory-log.ts';
import { type NumberedShop, startNumbered } from '../../support/numbered-shop.ts';
import { testConfig } from '../../support/test-config.ts';

describe('the errors in the console', () => {
  let shop: NumberedShop;
  before(async () => {
    shop = await startNumbered({ admin: true });
    await shop.writeFile(
      'extensions/numbered/graphql/Number.resolvers.ts',
      `export default { Query: { number: (_root, _args, { logger }) => {
        logger.error('stock is lost', { path: 'what a client wrote' });
        throw Object.assign(new Error('the shelf broke'), { code: 'E_SHELF' });
      } } };\n`,
    );
    await shop.writeFile(
      'extensions/numbered/api/number/number.ts',
      `export default () => { throw new Error('the till jammed'); };\n`,
    );
    await shop.generations.reload('test');
  });
  after(() => shop[Symbol.asyncDispose]());

  async function find(id: string): Promise<string> {
    const { status, body } = await askConsole(shop, `/console/errors?id=${encodeURIComponent(id)}`);
    expect(status, body).to.equal(200);
    return body;
  }

  it('finds a failed route by the id that its client got', async () => {
    const response = await fetch(`${shop.url}/number?secret=query-text`);
    const id = response.headers.get('x-request-id') ?? '';
    expect([response.status, await response.text()].join()).to.include(id);
    const body = await find(id);
    for (const text of ['request failed', 'the till jammed', id, 'GET /number', '/number', '500', '1 error with'])
      expect(body).to.include(text);
    expect(body).to.not.include('query-text');
  });

  it('finds a masked GraphQL error by its own id, and by the request’s', async () => {
    const response = await fetch(`${shop.url}/graphql?query=query%20Shelf%20%7Bnumber%7D`);
    const { errors } = JSON.parse(await response.text());
    const own = await find(errors[0].extensions.id);
    for (const text of ['resolver failed', 'the shelf broke', 'numbered', 'Shelf', 'graphql'])
      expect(own).to.include(text);
    const ofRequest = await find(response.headers.get('x-request-id') ?? '');
    // The extension's own line is there by its event alone.
    expect(ofRequest).to.include('the shelf broke').and.include('stock is lost').and.include('2 errors with');
    expect(ofRequest).to.not.include('what a client wrote');
  });

  it('says when it knows no such id, and repeats the id as text', async () => {
    expect(await find('<b>none</b>'))
      .to.include('has this id')
      .and.include('&lt;b&gt;none')
      .and.not.include('<b>none');
  });

  it('lists all without an id, the newest first', async () => {
    await fetch(`${shop.url}/number`, { headers: { 'x-request-id': 'first-of-two' } });
    await fetch(`${shop.url}/number`, { headers: { 'x-request-id': 'second-of-two' } });
    const body = await find(' ');
    expect(body.indexOf('second-of-two')).to.be.greaterThan(0).and.lessThan(body.indexOf('first-of-two'));
  });
});

describe('the remembered errors', () => {
  it('are the last 200, each at most 300 characters of a text', () => {
    const { errors } = new Telemetry();
    const logger = errors.watch(createMemoryLog().logger);
    for (let number = 0; number < 250; number++)
      logger.child({ requestId: `request-${number}` }).error('failed', { err: new Error('x'.repeat(1000)) });
    expect(errors.list()).to.have.length(200);
    expect(errors.list()[0]?.requestId).to.equal('request-249');
    expect(errors.list()[199]?.requestId).to.equal('request-50');
    expect(errors.list()[0]?.message).to.have.length(300);
  });

  it('are in the log, too', () => {
    const log = createMemoryLog();
    new Telemetry().errors.watch(log.logger).child({ requestId: 'a' }).warn('odd', { reason: 'why' });
    expect(log.events('odd')[0]).to.deep.include({ requestId: 'a', reason: 'why' });
  });

  it('have an answer of 500 and above that the log does not explain', () => {
    const { errors } = new Telemetry();
    errors.answered({ requestId: 'a', kind: 'page', name: 'homepage', status: 503 });
    expect(errors.list()[0]).to.deep.include({ event: 'answered 503', kind: 'page', name: 'homepage', status: 503 });
  });

  it('show no secret of gateway.yaml', () => {
    const telemetry = new Telemetry();
    const config = testConfig();
    const url = 'postgresql://shop:s%40fe-word@127.0.0.1/shop';
    const settings = {
      values: { apiKey: 'k-123456' },
      placeOf: () => ({ file: '' }),
      isSecret: () => false,
    };
    const declaredAt = { file: '/shop/gateway.yaml', line: 1 };
    const placement = { kind: 'in-process' } as const;
    const extension = {
      name: extensionId('post'),
      resolve: './post',
      placement,
      timeoutMs: undefined,
      permissions: [],
      declaredAt,
      settings,
    };
    const withSecrets = { ...config, database: { ...config.database, url }, extensions: [extension] };
    const logger = telemetry.errors.watch(createMemoryLog().logger);
    const { secret } = config.auth.session;
    logger.error('failed', { err: new Error(`no ${url}, no s@fe-word, no s%40fe-word, no ${secret}, no k-123456`) });
    const { errors } = listErrors(telemetry.errors.list(), { config: withSecrets, id: '' });
    expect(errors[0]?.message).to.equal('no ***, no ***, no ***, no ***, no ***');
  });
});
