/** The package's types are those of CommonJS, whose default export has another place. */
declare module 'bidi-js/dist/bidi.mjs' {
  const bidiFactory: typeof import('bidi-js', { with: { 'resolution-mode': 'require' }}).default;
  export default bidiFactory;
}
