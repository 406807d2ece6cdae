/** What a command ends with. */
export const exitCode = { fine: 0, findings: 1, usage: 2 } as const;
