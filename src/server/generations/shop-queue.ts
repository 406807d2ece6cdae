import { isObject, type Logger } from '#base';
import type { CurrentGateway, Gateway } from '#gateway';
import { createMailer, type Mailer } from '#mail';
import type { DatabaseServer } from '#postgres';
import { openQueue, tasksOf } from '#queue';

/** The queue of a shop's process. It opens with the first generation that has subscribers, jobs or mails. */
export class ShopQueue {
  readonly #current: CurrentGateway;
  readonly #database: Pick<DatabaseServer, 'openQueue'>;
  /** Sends the mails that the queue has. */
  readonly mailer: Mailer;
  readonly #schedules: boolean;
  #queue: Awaited<ReturnType<typeof openQueue>> | undefined;

  /** With `schedules: false`, jobs start when they are asked for alone. */
  constructor(
    current: CurrentGateway,
    database: Pick<DatabaseServer, 'openQueue'>,
    options: {
      readonly logger: Logger;
      readonly schedules?: boolean | undefined;
      readonly adminUrl?: string | undefined;
    },
  ) {
    this.#current = current;
    this.#database = database;
    this.#schedules = options.schedules ?? true;
    const { development } = current.gateway;
    this.mailer = createMailer(() => current.gateway.config.mail, { ...options, development });
  }

  /** Lets all processes know the tasks of a generation, before it serves. */
  async announce({ manifests, config, logger, telemetry }: Gateway): Promise<void> {
    const tasks = this.#tasksOf(manifests, config);
    const isUsed = tasks.length > 0 || manifests.some(({ mails }) => mails.length > 0);
    if (!isUsed && this.#queue === undefined) return;
    const { enabled, concurrency, keepDays } = config.jobs;
    this.#queue ??= await openQueue({
      database: this.#database,
      logger,
      concurrency: enabled ? concurrency : 0,
      keepDays,
      isBusy: () => telemetry.inFlight > 0,
      runTask: (call) => this.#measured(call.extension, call.task, (gateway) => gateway.runTask(call)),
    });
    const queue = this.#queue;
    queue.register('stoa:mail', (mail) => {
      const { extension, name } = isObject(mail) ? mail : {};
      return this.#measured(`${extension}`, `mails/${name}`, () => this.mailer.send(mail));
    });
    telemetry.queue = () => queue.state();
    for (const { extension, task } of tasks) telemetry.task(extension, task);
    for (const { id, mails } of manifests) for (const { name } of mails) telemetry.task(id, `mails/${name}`);
    await queue.announce(tasks);
  }

  /** Runs the tasks of the current generation from here on. Those under way end in theirs. */
  serve(): void {
    const { manifests, config } = this.#current.gateway;
    this.#queue?.take(this.#tasksOf(manifests, config));
  }

  async close(options: { readonly graceMs: number }): Promise<void> {
    await this.#queue?.close(options);
    this.mailer.close();
  }

  #tasksOf(manifests: Gateway['manifests'], { shop }: Gateway['config']) {
    const tasks = tasksOf(manifests, shop.timeZone);
    return this.#schedules ? tasks : tasks.map((task) => ({ ...task, schedule: undefined }));
  }

  /** Of the current generation, which stays until the work has ended. */
  async #measured(extension: string, task: string, work: (gateway: Gateway) => Promise<void>): Promise<void> {
    const lease = this.#current.lease();
    const started = performance.now();
    let failed = true;
    try {
      await work(lease.gateway);
      failed = false;
    } finally {
      lease.gateway.telemetry.endTask(extension, task, { ms: performance.now() - started, failed });
      lease.release();
    }
  }
}
