/** Milliseconds until a command says what it does, and from one line to the next where there is no terminal. */
const quietMs = 2_000;

/** What a long command does at the moment. */
interface Progress {
  step(text: string): void;
  /** Nothing more is shown, and the line of a terminal is empty again. */
  end(): void;
}

/** Says on standard error how far a command is, once it takes some time. A process has one terminal. */
class TerminalProgress implements Progress {
  #text = '';
  #shown = '';
  #timer: NodeJS.Timeout | undefined;

  step(text: string): void {
    this.#text = text;
    this.#timer ??= setInterval(() => this.#show(), quietMs).unref();
    if (this.#shown !== '' && process.stderr.isTTY) this.#show();
  }

  end(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    if (this.#shown !== '' && process.stderr.isTTY) process.stderr.write(clearLine);
    this.#shown = '';
  }

  #show(): void {
    if (this.#text === this.#shown) return;
    this.#shown = this.#text;
    const { isTTY, columns } = process.stderr;
    process.stderr.write(isTTY ? clearLine + this.#text.slice(0, columns - 1) : `${this.#text}\n`);
  }
}

const clearLine = '\r\u{1b}[2K';

export const progress: Progress = new TerminalProgress();
