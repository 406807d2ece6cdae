import { type Logger, RequestError } from '#base';
import { gatewayOwner, type PoolOwner } from './connection-pool.ts';

interface OutageWatchOptions {
  /** Sends a statement on an open connection: one round trip. Undefined while it is not open; then it opens. */
  readonly ping: () => Promise<void> | undefined;
  /** Opens a new connection as this owner, and closes it: whether it only reads. It has a time-out of its own. */
  readonly probe: (owner: PoolOwner) => Promise<boolean>;
  /** Closes all connections at once, since the server does not answer on them. */
  readonly disconnect: () => void;
  /** Closes all connections, those of extensions after their statements: the address may lead elsewhere by now. */
  readonly renew: () => void;
  /** Called when a trouble begins, and when it ends. */
  readonly onTrouble?: ((trouble: Trouble) => void) | undefined;
  readonly logger: Logger;
}

/** A time in which the database was slow or away. In milliseconds since 1970. */
export interface Trouble {
  readonly began: number;
  /** Undefined while it lasts. */
  readonly ended: number | undefined;
}

/** Milliseconds without any answer to a statement, or to a login, until the watch asks the server. */
const silentMs = 500;
/** With `silentMs` below the default time-out of a call, so that the call fails for the right reason. */
const pingTimeoutMs = 1200;
/** A slower answer to a ping is trouble. */
const slowPingMs = 250;
/** A login has several round trips. A slower one is trouble. */
const slowLoginMs = 1000;
/** Milliseconds between two attempts while there is trouble: the gateway notices the end within this time. */
const probeMs = 400;
/** Attempts at the same time. A stopped server answers them when it goes on; a lost packet delays only one. */
const maxProbes = 3;

/**
 * Notices when PostgreSQL stops answering, and when it answers again. The watch asks the server only after a silence.
 * `slow`: pings take long. `suspect`: a login fails or takes long. `down`: a ping has no answer; then statements are
 * refused at once, and all connections close, since the server or the network may have forgotten them. `read-only`:
 * changes fail, and reads go on.
 */
export class OutageWatch {
  readonly #options: OutageWatchOptions;
  /** Statements without an answer so far. */
  #waiting = 0;
  #lastHeard = 0;
  #silence: NodeJS.Timeout | undefined;
  #isPinging = false;
  #isSlow = false;
  #isDown = false;
  #isReadOnly = false;
  #suspect: PoolOwner | undefined;
  #probes = 0;
  #nextProbe: NodeJS.Timeout | undefined;
  #trouble: Trouble | undefined;
  #isClosed = false;

  constructor(options: OutageWatchOptions) {
    this.#options = options;
  }

  /** The current or the last trouble; undefined before the first. */
  get trouble(): Trouble | undefined {
    return this.#trouble;
  }

  /** Throws RequestError UNAVAILABLE 503 while the server does not answer. */
  requireUp(): void {
    if (this.#isDown) throw databaseAway();
  }

  /** A connection is to a server that takes no changes. */
  readOnly(): void {
    if (this.#isReadOnly || this.#isClosed) return;
    this.#setReadOnly(true);
    this.#changed();
    this.#probe();
  }

  /** A statement is on its way to the server. */
  sent(): void {
    this.#waiting++;
    if (this.#silence !== undefined) return;
    this.#lastHeard = performance.now();
    this.#listen(silentMs);
  }

  /** A statement has ended: by an answer of the server, or without one. */
  ended(isAnswer: boolean): void {
    this.#waiting--;
    if (isAnswer) this.#lastHeard = performance.now();
  }

  /** Follows a login, which the caller performs. */
  async login<Opened>(owner: PoolOwner, opening: Promise<Opened>): Promise<Opened> {
    const late = setTimeout(() => this.#doubt(owner), silentMs).unref();
    try {
      return await opening;
    } catch (error) {
      this.#doubt(owner);
      throw error;
    } finally {
      clearTimeout(late);
    }
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#silence);
    clearTimeout(this.#nextProbe);
  }

  #listen(ms: number): void {
    this.#silence = this.#isClosed ? undefined : setTimeout(() => this.#afterSilence(), ms).unref();
  }

  #afterSilence(): void {
    this.#silence = undefined;
    if (this.#waiting === 0 && !this.#isSlow) return;
    const remainingMs = this.#lastHeard + silentMs - performance.now();
    if (remainingMs <= 0 || this.#isSlow) this.#ping();
    this.#listen(remainingMs > 0 ? remainingMs : silentMs);
  }

  #ping(): void {
    if (this.#isPinging || this.#isDown) return;
    const started = performance.now();
    this.#isPinging = true;
    const answer = this.#options.ping();
    if (answer === undefined) {
      this.#doubt(gatewayOwner);
      setTimeout(() => this.#pingAgain(started), pingTimeoutMs).unref();
      return;
    }
    const late = setTimeout(() => this.#goDown(), pingTimeoutMs).unref();
    const end = (isSlow: boolean): void => {
      clearTimeout(late);
      this.#isPinging = false;
      this.#isSlow = isSlow;
      this.#changed();
    };
    answer.then(
      () => end(performance.now() - started > slowPingMs),
      () => {
        end(false);
        this.#doubt(this.#suspect);
        setTimeout(() => this.#goDownInSilence(started), pingTimeoutMs).unref();
      },
    );
  }

  /** No ping was possible since then: the silence of all statements, and of a login, is the answer. */
  #goDownInSilence(started: number): void {
    const isSilent = this.#waiting > 0 && this.#lastHeard < started;
    if (this.#suspect !== undefined && isSilent) this.#goDown();
  }

  /** There was no open connection for a ping. */
  #pingAgain(started: number): void {
    this.#isPinging = false;
    this.#goDownInSilence(started);
    if (this.#waiting > 0 && this.#lastHeard < started) this.#ping();
  }

  #goDown(): void {
    if (this.#isDown || this.#isClosed) return;
    this.#isDown = true;
    this.#options.logger.error('database does not answer', { pingTimeoutMs });
    this.#changed();
    this.#options.disconnect();
    this.#probe();
  }

  /** The last login failed or takes long. */
  #doubt(owner: PoolOwner | undefined): void {
    if (this.#isClosed) return;
    this.#suspect = owner ?? this.#suspect;
    this.#changed();
    if (this.#suspect !== undefined && this.#nextProbe === undefined) this.#probe();
  }

  #probe(): void {
    clearTimeout(this.#nextProbe);
    this.#nextProbe = setTimeout(() => this.#probe(), probeMs).unref();
    if (this.#probes >= maxProbes) return;
    this.#probes++;
    const started = performance.now();
    const owner = this.#suspect;
    this.#options.probe(owner ?? gatewayOwner).then(
      (isReadOnly) => {
        this.#probes--;
        if (!this.#isDown && performance.now() - started > slowLoginMs) return;
        this.#isDown = false;
        this.#suspect = undefined;
        if (isReadOnly !== this.#isReadOnly) this.#setReadOnly(isReadOnly);
        this.#changed();
        if (isReadOnly || this.#isClosed) return;
        clearTimeout(this.#nextProbe);
        this.#nextProbe = undefined;
        // The next silence needs an open connection. A failure is noticed then.
        this.#options.ping()?.catch(() => undefined);
      },
      () => {
        this.#probes--;
      },
    );
  }

  #setReadOnly(isReadOnly: boolean): void {
    this.#isReadOnly = isReadOnly;
    if (isReadOnly) this.#options.logger.error('database takes no changes', {});
    this.#options.renew();
  }

  #changed(): void {
    const isTroubled = this.#isDown || this.#isSlow || this.#isReadOnly || this.#suspect !== undefined;
    const wasTroubled = this.#trouble !== undefined && this.#trouble.ended === undefined;
    if (isTroubled === wasTroubled) return;
    const now = Date.now();
    if (isTroubled || this.#trouble === undefined) {
      this.#trouble = { began: now, ended: undefined };
      this.#options.onTrouble?.(this.#trouble);
      const reasons = [
        ...(this.#isSlow ? ['it answers slowly'] : []),
        ...(this.#suspect === undefined ? [] : ['a login failed or takes long']),
        ...(this.#isReadOnly ? ['it takes no changes'] : []),
      ];
      this.#options.logger.warn('database in trouble', { reasons });
      return;
    }
    this.#trouble = { ...this.#trouble, ended: now };
    this.#options.onTrouble?.(this.#trouble);
    this.#options.logger.info('database well again', { ms: now - this.#trouble.began });
  }
}

/** The refusal of a statement while the database is away. `cause` is for the log. */
export function databaseAway(cause?: unknown): RequestError {
  return unavailable('The database cannot be reached; try again.', cause);
}

/** The refusal of a statement whose answer was lost. */
export function answerLost(cause: unknown): RequestError {
  return unavailable('The connection to the database was lost; the work may have been done or not.', cause);
}

function unavailable(message: string, cause: unknown): RequestError {
  const error = new RequestError('UNAVAILABLE', 503, message, { 'retry-after': '1' });
  // A cause of undefined would be logged.
  if (cause !== undefined) error.cause = cause;
  return error;
}
