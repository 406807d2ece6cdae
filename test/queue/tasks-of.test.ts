import { expect } from 'chai';
import { tasksOf } from '#queue';
import { manifestOf } from '../support/manifest-of.ts';

describe('the tasks of a shop', () => {
  const job = (name: string, timeZone: string | undefined) =>
    ({
      kind: 'job',
      name,
      attempts: 5,
      input: undefined,
      file: '',
      timeoutMs: 1,
      schedule: { kind: 'cron', cron: '0 3 * * *', timeZone },
    }) as const;

  it('have the time zone of the shop where their schedule names none', () => {
    const tasks = [job('jobs/nightly', undefined), job('jobs/daily', 'UTC')];
    const schedules = tasksOf([{ ...manifestOf('reviews'), tasks }], 'Europe/Dublin').map(({ schedule }) => schedule);
    expect(schedules).to.deep.equal([
      { kind: 'cron', cron: '0 3 * * *', timeZone: 'Europe/Dublin' },
      { kind: 'cron', cron: '0 3 * * *', timeZone: 'UTC' },
    ]);
  });
});
