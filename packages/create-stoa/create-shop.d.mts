/** Makes a shop of the template. Writes to the terminal, and resolves with the exit code: 0, 1 (not made) or 2 (wrong usage). */
export function createShop(words: readonly string[], options: { readonly command: string }): Promise<number>;
