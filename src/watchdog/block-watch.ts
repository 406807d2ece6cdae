import { placeInFrames } from './bundle-frames.ts';
import { cell, clockMs } from './shared-state.ts';
import type { ThreadLog } from './thread-log.ts';
import { beatMs, closeLookMs } from './thread-options.ts';
import { type Look, WatchedThread } from './watched-thread.ts';

/** Exit code of a process that was blocked for too long. */
export const blockedExitCode = 86;

/** Milliseconds without a beat after which the thread counts as blocked. A block begins between beats. */
const blockedMs = 1_000 + beatMs / 2;
/** Milliseconds that one look counts at most: a suspended machine or process is no block. */
const longestLookMs = beatMs + closeLookMs;
/** Milliseconds for an answer, also on a busy machine. A thread that does not answer is in a system call. */
const answerMs = 1_000;

export interface BlockWatchParts {
  readonly state: Int32Array;
  readonly log: ThreadLog;
  readonly nameOf: (number: number) => string | undefined;
}

/** Watches the beats of the main thread. It counts its own looks, so that a suspended machine is no block. */
export class BlockWatch {
  readonly #parts: BlockWatchParts;
  readonly #thread = new WatchedThread();
  #beat = 0;
  #lookedAt = performance.now();
  /** Milliseconds since the last beat. */
  #silentMs = 0;
  #reported = false;
  /** Whether the thread has answered since it was reported. */
  #answered = false;
  #ending = false;
  /** Runs until the thread answers: then there is no stack to report. */
  #silence: NodeJS.Timeout | undefined;

  constructor(parts: BlockWatchParts) {
    this.#parts = parts;
  }

  /** Returns whether the event loop runs. Call it every `beatMs` milliseconds then, or else every `closeLookMs`. */
  look(): boolean {
    const { state } = this.#parts;
    const now = performance.now();
    const passed = Math.min(now - this.#lookedAt, longestLookMs);
    this.#lookedAt = now;
    const beat = Atomics.load(state, cell.beat);
    if (beat !== this.#beat || state[cell.debugged] === 1) {
      this.#beat = beat;
      this.#silentMs = Math.min((clockMs() - beat) | 0, beatMs);
      if (this.#reported) this.#thread.close();
      this.#reported = false;
      return true;
    }
    this.#silentMs += passed;
    if (this.#silentMs >= blockedMs && !this.#reported) this.#report();
    const exitMs = state[cell.exitMs] ?? 0;
    if (exitMs > 0 && this.#silentMs >= Math.max(exitMs, blockedMs + answerMs)) this.#end();
    return false;
  }

  #report(): void {
    this.#reported = true;
    this.#answered = false;
    this.#silence = setTimeout(() => this.#reportSilence(), WatchedThread.isReachable ? answerMs : 0);
    this.#thread.look({ blocked: true }, (look) => {
      this.#stopSilence();
      this.#answered = true;
      // The next beat notes that a debugger is there.
      if (look.debugged) this.#silentMs = Number.NEGATIVE_INFINITY;
      else this.#reportLook(look);
    });
  }

  #reportLook(look: Look): void {
    const found = placeInFrames(look.frames);
    const fields = this.#fields();
    if (found !== undefined) this.#write({ extension: found.extension, foundBy: 'stack', ...found.place, ...fields });
    else if (look.extension !== undefined)
      this.#write({ extension: look.extension, foundBy: 'async context', ...outermost(look), ...fields });
    else this.#write({ ...this.#lastCall(), ...outermost(look), ...fields });
  }

  #stopSilence(): void {
    clearTimeout(this.#silence);
    this.#silence = undefined;
  }

  #reportSilence(): void {
    this.#stopSilence();
    this.#write({
      ...this.#lastCall(),
      stack: 'no stack: the thread is in a system call, or in garbage collection',
      ...this.#fields(),
    });
  }

  #lastCall(): object {
    const { state, nameOf } = this.#parts;
    const extension = nameOf(state[cell.lastCall] ?? 0);
    return extension === undefined ? {} : { extension, foundBy: 'last call' };
  }

  #fields(): object {
    const exitMs = this.#parts.state[cell.exitMs] ?? 0;
    return { blockedMs: Math.round(this.#silentMs), ...(exitMs === 0 ? {} : { exitMs }) };
  }

  #write(fields: object): void {
    this.#parts.log('error', 'event loop blocked', { ...fields });
  }

  /** Exits, or kills the process where the thread does not answer. */
  #end(): void {
    if (this.#ending) return;
    this.#ending = true;
    // No process ends without a line that says who blocked it.
    if (this.#silence !== undefined) this.#reportSilence();
    const kill = (): void => {
      process.kill(process.pid, 'SIGKILL');
    };
    const exitCode = this.#answered ? blockedExitCode : 'SIGKILL';
    this.#parts.log('error', 'event loop blocked for too long', { blockedMs: Math.round(this.#silentMs), exitCode });
    // The line is written first. The exit runs listeners of 'exit', which may block too.
    setTimeout(() => {
      if (!this.#answered) kill();
      this.#thread.exit(blockedExitCode);
      // Node waits for the end of inspector sessions before it exits.
      this.#thread.close();
    }, lineMs);
    setTimeout(kill, killMs);
  }
}

/** Milliseconds for writing the last line. */
const lineMs = 20;
/** Milliseconds until a process that does not exit is killed. */
const killMs = 1_000;

/** The code that runs where no frame is an extension's: the gateway's, or Node's. */
function outermost({ frames }: Look): object {
  // The frames above the evaluated text are those of the look itself.
  const evaluated = frames.findIndex(({ scriptName }) => scriptName === '');
  const frame = frames.slice(evaluated + 1).find(({ scriptName }) => !/^node:|^$/.test(scriptName));
  return frame === undefined ? {} : { file: frame.scriptName, line: frame.lineNumber };
}
