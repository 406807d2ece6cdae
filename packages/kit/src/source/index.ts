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
  editOf,
  elementsOf,
  exportedValue,
  importsOf,
  isFunction,
  literalParts,
  literalTexts,
  membersOf,
  mentions,
  propertiesOf,
  replaced,
  type TextEdit,
} from './module-queries.ts';
export { readModule, readModules, sourceFiles } from './source-files.ts';
export {
  dottedName,
  endOf,
  findNodes,
  lineOf,
  literalText,
  nameOf,
  parseModule,
  type SourceModule,
  type SyntaxNode,
  startOf,
} from './syntax-tree.ts';
