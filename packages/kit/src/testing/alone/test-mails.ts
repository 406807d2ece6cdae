import { setTimeout as wait } from 'node:timers/promises';
import type { TestExtension } from 'stoa/tooling';
import { contextFor } from './ask-as-other.ts';
import type { Alone } from './open-alone.ts';

const waiting = `select from stoa_queue.jobs where task_identifier = 'stoa:mail' and attempts < max_attempts`;

/** Sends mails of an extension alone, and reads what it has sent: the gateway catches what its queue has. */
export function testMails({ manifest, running }: Alone): Pick<TestExtension, 'mail' | 'mails'> {
  return {
    mail: (name, options) => contextFor(manifest.id, running).mail(name, options),
    async mails() {
      // A shop without mails has no queue.
      if (manifest.mails.length === 0) return [];
      while ((await running.database.query(waiting)).length > 0) await wait(10);
      return running.mails.toReversed().map(({ name, to, subject, html, text }) => ({ name, to, subject, html, text }));
    },
  };
}
