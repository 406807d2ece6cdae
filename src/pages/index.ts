/**
 * Page components → one operation → areas → an HTML document; assets, and pages in development. `browser/` holds
 * what runs in the browser. Loads react-dom when pages are built. Imports rooms up to `edge`.
 */
export { createAssetFolder } from './asset-folder.ts';
export { AssetHistory } from './asset-history.ts';
export { handleAssetRequest } from './asset-request.ts';
export { buildPages, pageGroups } from './build-pages.ts';
export { ComponentErrorLog } from './component-error-log.ts';
export { describeComponent } from './components/check-components.ts';
export { loadRenderer } from './components/load-renderer.ts';
export type { PageComponent } from './components/page-component.ts';
export { everyPage, gatewayAreas, notFoundPage, servedPages } from './components/page-layout.ts';
export { readComponents } from './components/read-components.ts';
export type { RenderComponents } from './components/render-component.ts';
export { composeOperations } from './compose-operations.ts';
export { handleDevelopmentRequest, type RefusedChange, sendDevelopmentEvent } from './development-request.ts';
export { escapeHtml } from './document/escape-html.ts';
export { handleSiteFile } from './handle-site-file.ts';
export { type ComposeMail, checkMails, loadComposer } from './mails/compose-mail.ts';
export { pageFields, unchangedPageFields } from './page-headers.ts';
export { type BuiltPage, developmentPath, noPages } from './page-table.ts';
export { pageValues } from './page-values.ts';
export { withOwnRoutes } from './queries/own-routes.ts';
export { parseQueryText } from './queries/query-parser.ts';
export { QueryText } from './queries/query-text.ts';
export { renderComponents } from './render-components.ts';
export { siteFiles } from './site-files.ts';
