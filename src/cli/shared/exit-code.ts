export const exitCode = { fine: 0, findings: 1, usage: 2 } as const;

/** Code of a CommanderError with its own exit code. */
export const notCompared = 'stoa.notCompared';
