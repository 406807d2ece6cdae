/**
 * Creates a shop from the template. Prints to the terminal, and resolves with the exit code: 0, 1 (not created) or
 * 2 (wrong usage).
 */
export function createShop(words: readonly string[], options: { readonly command: string }): Promise<number>;
