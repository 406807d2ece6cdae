/** By name: loads a package that is in the child's own file. */
export declare const packages: Readonly<Record<'express' | 'pg' | 'undici', () => unknown>>;
