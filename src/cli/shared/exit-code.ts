export const exitCode = { fine: 0, findings: 1, usage: 2 } as const;

/** Exit codes of `diff`. 1 also stands for wrong usage, because no script should take that for differences. */
export const diffExitCode = { none: 0, notCompared: 1, differences: 2, breaking: 3 } as const;

/** Code of a CommanderError with its own exit code. */
export const notCompared = 'stoa.notCompared';
