/**
 * The source text of extensions: parsed once, and asked for what it imports, exports, calls, renders and names. Runs
 * none of it. Imports rooms up to `bundle`.
 */
export { literalDocuments, parseIfWellFormed, routeCalls } from './literal-documents.ts';
export { moduleGraph } from './module-graph.ts';
export {
  areasOf,
  browserUse,
  callsOf,
  constantOf,
  elementsOf,
  exportedValue,
  importsOf,
  literalTexts,
  membersOf,
  mentions,
} from './module-queries.ts';
export { ownFiles, readModule, readModules } from './source-files.ts';
export {
  dottedName,
  findNodes,
  literalText,
  nameOf,
  parseModule,
  type SourceModule,
  type SyntaxNode,
  spanOf,
} from './syntax-tree.ts';
