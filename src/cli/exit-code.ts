/** What a command ends with. */
export const exitCode = { fine: 0, findings: 1, usage: 2 } as const;

/**
 * What `diff` ends with. 1, also for wrong usage: there was nothing to compare, which no script shall take for "some
 * differences".
 */
export const diffExitCode = { none: 0, notCompared: 1, differences: 2, breaking: 3 } as const;

/** The code of a CommanderError that ends with its own exit code. */
export const notCompared = 'stoa.notCompared';
