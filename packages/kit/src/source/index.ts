/**
 * The source text of extensions: parsed once, and asked for what it imports, exports, calls, renders and names. Runs
 * none of it. Imports rooms up to `bundle`.
 */
export { type LiteralDocument, literalDocuments, type RouteCall, routeCalls } from './literal-documents.ts';
export { moduleGraph } from './module-graph.ts';
export {
  areasOf,
  browserUse,
  callsOf,
  exportedValue,
  importsOf,
  literalParts,
  literalTexts,
  membersOf,
  mentions,
  propsOf,
  replaced,
  type TextEdit,
} from './module-queries.ts';
export { ownFiles, readModule, readModules } from './source-files.ts';
export {
  dottedName,
  findNodes,
  lineOf,
  literalText,
  nameOf,
  parseModule,
  type SourceModule,
  type SyntaxNode,
  spanOf,
} from './syntax-tree.ts';
