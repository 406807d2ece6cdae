import { expect } from 'chai';
import { runTraced } from '../support/traced-shop.ts';

describe('a shop that cannot send what it traces', () => {
  it('says what to install when the SDK is missing, and serves', async () => {
    const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' };
    const work = async (url: string) => expect((await fetch(url)).status).to.equal(200);
    const log = await runTraced(environment, { hasSdk: false, work });
    const [warning] = log.filter(({ msg }) => msg === 'traces and logs are not sent');
    expect(warning).to.include({
      reason: 'OTEL_EXPORTER_OTLP_ENDPOINT is set, but @opentelemetry/sdk-node is not installed',
      fix: 'npm install @opentelemetry/sdk-node',
    });
  });

  it('serves, stops in time and says so when nothing takes what it sends', async () => {
    const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' };
    const work = async (url: string) => expect((await fetch(url)).status).to.equal(200);
    const log = await runTraced(environment, { hasSdk: true, work });
    expect(log.map(({ msg }) => msg)).to.include('traces and logs could not be sent');
  });
});
