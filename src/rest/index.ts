/**
 * REST routes: which endpoint a path belongs to, whether its input is valid, forms, and the sub-app that runs
 * handlers. Loads Express when a sub-app is built. Imports rooms up to `auth`.
 */
export { mediaTypes, requireOwnForm, takesBody } from './body/parse-body.ts';
export { ReceivedForm } from './body/receive-form.ts';
export { checkForms, checkPrefixes } from './check-forms.ts';
export { formPageAt, isOwnForm, refusedForm } from './refused-form.ts';
export { buildRouteTable, type RouteTable, routeCollisions } from './route-table.ts';
export { sendAnswer } from './send-answer.ts';
export { buildSubapp } from './sub-app/build-subapp.ts';
export { checkHandlers, describeExport, describeHandlers } from './sub-app/check-handlers.ts';
export { isForm, isMultipart } from './sub-app/extension-body.ts';
export { extensionHeaders } from './sub-app/extension-headers.ts';
export type { RemoteAnswer, RestExchange } from './sub-app/rest-exchange.ts';
export { createUrlBuilders } from './url-builder.ts';
