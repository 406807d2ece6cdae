/**
 * Modules of extensions as syntax trees: what they import, export, call and render. Reads their text and runs none of
 * it. Imports rooms up to `mesh`.
 */
export { dottedName, findNodes, isNode, lineAt, nameOf, nodesOf, parseFile, type SyntaxNode } from './syntax-tree.ts';
