import { expect } from 'chai';
import { RequestSeries } from '../../src/telemetry/request-histograms.ts';
import { Telemetry } from '../../src/telemetry/telemetry.ts';
import { extensionId } from '../support/test-manifests.ts';

describe('Telemetry', () => {
  it('knows a route of the next gateway as the same', () => {
    const telemetry = new Telemetry();
    const before = telemetry.route({ methods: ['GET'], path: '/foos/:id' });
    expect(telemetry.route({ methods: ['GET'], path: '/foos/:id' })).to.equal(before);
    expect(telemetry.route({ methods: ['POST'], path: '/foos/:id' })).to.not.equal(before);
  });

  it('knows a page whose path has changed as the same, under its new path', () => {
    const telemetry = new Telemetry();
    const before = telemetry.page({ group: 'sale', path: '/sale' });
    const after = telemetry.page({ group: 'sale', path: '/offers' });
    expect(after).to.equal(before).and.have.property('route', '/offers');
  });

  it('puts names beyond a thousand together', () => {
    const telemetry = new Telemetry();
    for (let count = 0; count < 1_500; count++) telemetry.route({ methods: ['GET'], path: `/${count}` });
    const names = telemetry.requests.filter(({ kind }) => kind === 'rest').map(({ name }) => name);
    expect(names).to.have.length(1_001).and.include('other');
  });

  it('counts calls that have begun, ended and failed, with their time, and puts them on the extension’s chart', () => {
    const series = new Telemetry().extension(extensionId('reviews'));
    const begun = series.graphql.begin();
    expect(series.graphql).to.include({ begun: 1, ended: 0 });
    series.graphql.end(begun - 20);
    series.graphql.fail();
    expect(series.graphql).to.include({ begun: 1, ended: 1, errors: 1 });
    expect(series.graphql.ms).to.be.at.least(20);
    const steps = series.recent.read(performance.now() + 2_000);
    const sum = (name: 'count' | 'errors') => steps.reduce((all, step) => all + step[name], 0);
    expect([sum('count'), sum('errors')]).to.deep.equal([1, 1]);
  });

  it('puts a request into the bucket and under the status that are its own', () => {
    const series = new RequestSeries('page', 'homepage');
    series.add(200, 1);
    series.add(304, 2);
    series.add(0, 20_000);
    expect([...series.statuses]).to.deep.equal([1, 0, 1, 1, 0, 0]);
    expect([series.buckets[0], series.buckets[1], series.buckets.at(-1)]).to.deep.equal([1, 1, 1]);
  });

  it('says what has come of reloads', () => {
    const telemetry = new Telemetry();
    telemetry.generation.refused++;
    expect(telemetry.generation).to.include({ number: 1, refused: 1 });
    telemetry.generation.replaced++;
    telemetry.serve({ generation: 3, routes: { endpoints: [] }, pages: { groups: new Map() }, extensions: new Map() });
    expect(telemetry.generation).to.include({ number: 3, replaced: 1, refused: 1 });
  });
});
