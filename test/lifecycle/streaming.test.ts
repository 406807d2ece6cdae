import { expect } from 'chai';
import { openRaw } from '../support/raw-socket.ts';
import { forEachPlacementOfOne, type TestGateway } from '../support/start-gateway.ts';

interface Report {
  readonly written: number;
  readonly isWaiting: boolean;
  readonly hasLeft: boolean;
  readonly isAborted: boolean;
}

forEachPlacementOfOne('an answer that is streamed', (startGateway) => {
  let shop: TestGateway;
  beforeEach(async () => {
    shop = await startGateway({ fixture: 'streaming-shop', empty: true });
  });
  afterEach(() => shop[Symbol.asyncDispose]());

  const reportWhen = async (isSo: (report: Report) => boolean): Promise<Report> => {
    for (;;) {
      const { body } = await shop.rest<Report>('GET', '/report');
      if (isSo(body)) return body;
    }
  };
  const askFor = async (path: string) => {
    const raw = await openRaw(Number(new URL(shop.url).port));
    raw.send(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
    return raw;
  };

  it('has its head before its body', async () => {
    const response = await fetch(`${shop.url}/head`);
    expect(response.headers.get('x-early')).to.equal('yes');
    expect(response.headers.getSetCookie()).to.deep.equal(['a=1; Path=/', 'b=2; Path=/']);
    await shop.rest('GET', '/go');
    expect(await response.text()).to.equal('done');
  });

  it('waits for a client that does not read, and ends when the client leaves', async () => {
    const raw = await askFor('/endless');
    await raw.until(/\r\n\r\n/);
    raw.socket.pause();
    let before = -1;
    // Buffers on the way fill up: it waits once two reports in a row are alike.
    const { written } = await reportWhen((report) => {
      const isStill = report.isWaiting && report.written === before;
      before = report.written;
      return isStill;
    });
    expect(written).to.be.lessThan(1 << 26);
    raw.socket.destroy();
    await reportWhen(({ hasLeft, isAborted }) => hasLeft && isAborted);
  });

  it('is cut off where the extension fails in the middle, and the team is told why', async () => {
    const raw = await askFor('/late');
    const answer = await raw.closed();
    expect(answer)
      .to.match(/^HTTP\/1.1 200 /)
      .and.to.not.match(/0\r\n\r\n$/);
    expect(shop.log.text()).to.contain('in the middle');
    expect((await shop.rest('GET', '/report')).status).to.equal(200);
  });
});
