import { expect } from 'chai';
import { createTickets } from '../../../src/placement/wire/tickets.ts';
import { extensionId } from '../../support/database.ts';

const caller = { kind: 'user', id: 'ann', permissions: ['notes:write'] } as const;
const ticket = { extension: extensionId('notes'), caller, depth: 1, address: '203.0.113.7' };

describe('a ticket of a gateway', () => {
  it('says for which extension, caller, depth and address it was made, to all gateways with the secret', () => {
    const text = createTickets(['one']).issue(ticket);
    expect(createTickets(['two', 'one']).read(text)).to.deep.include(ticket);
  });

  it('is the same for the calls of a minute, and another one for each depth and address', () => {
    let now = 1_800_000_000_000;
    const tickets = createTickets(['one'], () => now);
    const text = tickets.issue(ticket);
    expect(tickets.issue(ticket)).to.equal(text);
    expect(tickets.issue({ ...ticket, depth: 2 })).to.not.equal(text);
    expect(tickets.issue({ ...ticket, address: '203.0.113.8' })).to.not.equal(text);
    now += 61_000;
    expect(tickets.issue(ticket)).to.not.equal(text);
  });

  it('is none when it is of another secret, changed, cut, or too old', () => {
    let now = 1_800_000_000_000;
    const tickets = createTickets(['one'], () => now);
    const text = tickets.issue(ticket);
    const [payload = '', seal = ''] = text.split('.');
    const forged = Buffer.from(JSON.stringify({ ...ticket, caller: { ...caller, id: 'eve' }, expires: now + 1 }));
    for (const wrong of [`${forged.toString('base64url')}.${seal}`, payload, `${payload}.`, `${text}.x`, ''])
      expect(tickets.read(wrong), wrong).to.equal(undefined);
    expect(createTickets(['two']).read(text)).to.equal(undefined);
    now += 3_600_000;
    expect(tickets.read(text)).to.equal(undefined);
  });

  it('lasts as long as the longest task', () => {
    let now = 0;
    const tickets = createTickets(['one'], () => now);
    const task = { kind: 'extension', id: 'reviews', permissions: [] } as const;
    const text = tickets.issue({ ...ticket, caller: task });
    now = 86_400_000;
    expect(tickets.read(text)?.caller.kind).to.equal('extension');
    now += 3_600_000;
    expect(tickets.read(text)).to.equal(undefined);
  });
});
