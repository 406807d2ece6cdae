/** What the gateway uses of negotiator. The types that npm has for it lack `preferred`. */
declare module 'negotiator' {
  export default class Negotiator {
    constructor(request: { readonly headers: Readonly<Record<string, string>> });
    /** The acceptable ones of these encodings, best first. `preferred` decides among equals. */
    encodings(available: readonly string[], options: { readonly preferred: readonly string[] }): string[];
    /** The acceptable ones of these languages, best first. */
    languages(available: string[]): string[];
  }
}
