/**
 * Every code of a finding, with its meaning, grouped by the folder of src/ that reports it. Codes are permanent,
 * because scripts and editors match on them.
 */
export const findingCodes = {
  // config/
  CONFIG_MISSING: 'There is no gateway.yaml where the command looked.',
  CONFIG_UNREADABLE: 'gateway.yaml is a folder, not UTF-8, or not for this process to read.',
  CONFIG_SYNTAX: 'gateway.yaml is not well-formed YAML.',
  CONFIG_INVALID: 'A value in gateway.yaml is not what schemas/gateway.schema.json allows.',
  CONFIG_UNKNOWN_KEY: 'gateway.yaml has a key that nothing reads.',
  CONFIG_VARIABLE_MISSING: 'An environment variable without a default that gateway.yaml uses is not set.',
  CONFIG_VARIABLE_EMPTY: 'An environment variable that gateway.yaml uses is set, but empty.',
  CONFIG_FILE_UNUSABLE: 'A file that gateway.yaml takes a value from is missing, empty, unreadable, or no file.',
  CONFIG_NOT_FOR_PRODUCTION:
    'A setting is for a demonstration, or the shop has no address, and NODE_ENV is production.',
  CONFIG_VARIABLE_SYNTAX: 'A ${...} of gateway.yaml is not of a form that is known.',
  CONFIG_DUPLICATE: 'Two entries of gateway.yaml claim one name, path or place.',
  CONFIG_INSECURE: 'A value of gateway.yaml is allowed, but lets others read or forge what they should not.',
  CONFIG_NEEDS_RESTART: 'A value of gateway.yaml has changed that only a restart can take over.',
  DOCS_NOT_INSTALLED: 'server.docs opens the REST reference, and the package with its page is not installed.',
  FILES_NOT_INSTALLED: 'A route takes files, and the package that reads them is not installed.',
  PAGE_PATH_INVALID: 'The path of a page is not made of literals and whole :name segments.',
  PAGE_PATH_RESERVED: 'The path of a page is reserved for the gateway itself.',
  SECRET_UNUSABLE: 'A secret that the gateway keeps in .stoa/ is open to others, damaged, or cannot be made.',

  // extensions/
  EXTENSION_NOT_FOUND: 'The folder or npm package that an extension resolves to does not exist.',
  EXTENSION_NAME: 'An extension name is not lower-case letters, digits and dashes.',
  EXTENSION_INCOMPATIBLE: 'The extension asks for another version of stoa in its package.json.',
  EXTENSION_FILE_UNKNOWN: 'A file or folder lies where discovery looks, but is nothing that it knows.',
  EXTENSION_EMPTY: 'The folder of an extension has nothing that a gateway could use.',
  EXTENSION_LINK: 'A symbolic link in an extension leads out of its folder, to a folder, or nowhere.',
  EXTENSION_UNREADABLE: 'A file or folder of an extension cannot be read.',
  FILE_NOT_UTF8: 'A file of an extension is not UTF-8 text.',
  ENDPOINT_NAME: 'The name of an endpoint folder is not letters and digits, or another endpoint has it too.',
  PACKAGE_JSON_INVALID: 'The package.json of an extension is not well-formed.',
  ROUTE_JSON_MISSING: 'An endpoint folder has no route.json.',
  ROUTE_JSON_SYNTAX: 'route.json is not well-formed JSON.',
  ROUTE_JSON_INVALID: 'route.json has a missing, unknown or wrong property.',
  PAGE_JSON_SYNTAX: 'page.json is not well-formed JSON.',
  PAGE_JSON_INVALID: 'page.json has a missing, unknown or wrong property, or its folder is not that of a page.',
  PAGE_COLLISION: 'An extension brings a page that another one has, by its name or its path.',
  ROUTE_FIELD_TYPE: 'A field of route.json has a type that is not written in the GraphQL spelling.',
  ROUTE_PATH_INVALID: 'The path of a route is not made of literals and whole :name segments.',
  ROUTE_PATH_RESERVED: 'The path of a route is reserved for the gateway itself.',
  PATTERN_TOO_SLOW: 'A pattern of a route may take super-linear time, and a linear engine cannot run it.',
  BODY_SCHEMA_INVALID: 'The bodySchema of a route is not a JSON Schema that compiles.',
  SETTINGS_SCHEMA_INVALID: 'The settings.schema.json of an extension is not a JSON Schema of an object that compiles.',
  SETTING_REFUSED: 'A stored value of a live setting is refused by a newer schema, so the setting has its default.',
  TEXT_INVALID:
    'A text of an extension is not in ICU MessageFormat, has other arguments than its base, or its file has no locale.',
  EVENT_INVALID: 'A file of events/ is not a JSON Schema of an object, or its name is not that of an event.',
  EVENT_COLLISION: 'Two extensions describe one event.',
  EVENT_UNKNOWN: 'A subscriber waits for an event that no extension of the shop describes.',
  TASK_INVALID: 'A job or subscriber has a name, a schedule or another setting that cannot be used.',
  HANDLER_MISSING: 'An endpoint has a route.json but no handler.',
  HANDLER_NAME: 'The name of a handler file is not of the form [prerequisite]name.ts.',
  HANDLER_DUPLICATE: 'Two files of one endpoint have the same handler name.',
  PREREQUISITE_UNKNOWN: 'A handler runs after a handler that does not exist.',
  PREREQUISITE_CYCLE: 'Handlers of one endpoint wait for each other.',
  SDL_SYNTAX: 'A .graphql file is not well-formed.',
  COMPONENT_DUPLICATE: 'Two page components of one group have the same name.',
  MESHRC_INVALID: 'A .meshrc.yaml is not well-formed, or says what an extension has no use for.',
  MIGRATION_NAME: 'The name of a migration is not of the form 001-what-it-does.sql.',
  MIGRATION_MARK: 'The mark of a migration (-- stoa: expand, -- stoa: contract needs 003) is not one that is known.',
  SQL_EMPTY: 'A migration or seed has no SQL in it.',
  SQL_SYNTAX: "A migration or a seed is no SQL: PostgreSQL's parser refuses it.",
  MIGRATION_RELEASED: 'The list of released migrations (migrations/released.json) is not what "stoa pack" writes.',
  MIGRATION_DUPLICATE: 'Two migrations of one extension have the same number.',

  // cli/
  KIT_MISSING: 'A command needs @stoa/kit, which is not installed.',
  KIT_OTHER_VERSION: 'The @stoa/kit that is installed belongs to another version of stoa.',

  // shop/
  CONTRACT_INVALID: 'An extension.contract.json is not there, not JSON, or not of the form of a contract.',
  CONTRACT_STALE: 'An extension.contract.json does not say what the files of its extension say.',
  CONTRACT_UNMET: 'A contract needs of another extension what that one does not give, or gives otherwise.',

  // testing/
  TEST_NOT_REACHED: 'No test and no made-up request has called a resolver, so "stoa test" knows nothing of it.',

  // build/
  BUILD_FAILED: 'An extension does not bundle: a syntax error, or an import that leads nowhere.',
  BUILD_FOLDER_UNUSABLE: 'The folder in .stoa/ that keeps the bundles of extensions cannot be read or written.',
  IMPORT_FORBIDDEN: 'An extension imports the gateway or another extension.',

  // mesh/
  MESH_NOT_INSTALLED: 'An extension has a .meshrc.yaml, but GraphQL Mesh or a package that it names is not installed.',
  MESH_VARIABLE_MISSING: 'An environment variable that a .meshrc.yaml uses is not set.',
  MESH_SOURCE_UNREADABLE: 'A source of a .meshrc.yaml cannot be reached, or GraphQL Mesh cannot read what it says.',
  MESH_FAILED: 'GraphQL Mesh makes no schema of a .meshrc.yaml that the gateway can use.',

  // placement/
  EXTENSION_UNREACHABLE:
    'An extension that gateway.yaml places elsewhere does not answer there, or refuses the signature of the gateway.',
  EXTENSION_DIFFERS:
    'An extension that gateway.yaml places elsewhere is of another version: it lacks fields, routes or pages that the gateway has in its folder.',
  SERVE_NOT_PLACED: '`stoa serve` was asked for an extension that gateway.yaml does not place at a URL.',
  SERVE_NO_PLACE: '`stoa serve` does not know where to listen: the extension has several URLs.',
  SERVE_NO_QUEUE:
    'A served extension sends events, jobs or mails, and its database has no queue: it is not the one of the shop.',
  SERVE_MESH: 'An extension with a .meshrc.yaml is placed elsewhere, but the gateway itself resolves its sources.',
  EXTENSION_THROWS: 'A module of an extension throws while it loads.',
  EXTENSION_PROCESS_ENDED: 'The process of an extension has ended before its modules were loaded.',
  EXTENSION_LOADS_FOREVER: 'A module of an extension has not finished loading in time.',
  CONFIG_CONNECTIONS_FEW:
    'Events, jobs and mails take all connections that gateway.yaml allows, and leave none to extensions.',
  MAIL_INVALID: 'A mail exports no component, no subject, or what nothing reads; or its subject is an unknown text.',
  LIFE_INVALID: 'extension.ts exports neither start nor stop, what is no function, or what nothing reads.',
  EXTENSION_NOT_STARTED: 'The start() of an extension throws, or has not ended in time.',
  TASK_NOT_A_FUNCTION: 'The default export of a job or a subscriber is not a function.',
  HANDLER_NOT_A_FUNCTION: 'A handler file does not export a function as its default.',
  RESOLVERS_INVALID: 'A resolver file does not export a map of types and fields that its SDL declares.',
  WIRE_PARENT: 'A resolver reads of its object what JSON does not keep: methods, hidden properties, dates.',
  WIRE_ANSWER: 'A field answers what JSON does not keep, so over a wire others get something else.',
  WIRE_VARIABLES: 'Variables of context.query have values that JSON does not keep.',
  WIRE_DIFFERS: 'A field answers otherwise where its extension, or one that it needs, runs elsewhere.',
  WIRE_CONTEXT: 'A resolver reads what another fetch has put into the context. Over a wire it is not there.',

  // pages/
  PAGE_QUERY_SYNTAX: 'The query of a page component is not well-formed GraphQL.',
  PAGE_QUERY_OPERATION: 'The query of a page component is not exactly one query operation.',
  PAGE_QUERY_VARIABLE: 'The query of a page component has a required variable that gets no value.',
  PAGE_QUERY_INVALID:
    'The query of a page component breaks a rule of GraphQL, or asks for what the schema does not have.',
  CONTEXT_VALUE_MISUSED: 'getContextValue stands where no value can, or not with exactly one name in quotes.',
  CONTEXT_VALUE_UNKNOWN: 'getContextValue asks for a value that the page does not have.',
  PAGE_GROUP_UNKNOWN: 'A folder in pages/ of an extension is not the name of a page group.',
  COMPONENT_EXPORT: 'A page component exports something that is missing, unknown or of the wrong type.',
  COMPONENT_LAYOUT: 'The layout of a page component is missing, or is not an areaId and a sortOrder.',
  PAGE_FIELD_UNKNOWN: 'The notFoundWhenNull of a page is not a field of Query that its components ask for.',
  AREA_UNKNOWN: 'A page component stands in an area that no page which it is on has.',

  // gateway/
  ROUTE_COLLISION: 'Two routes answer the same method and path.',
  FIELD_OWNED_TWICE: 'Two extensions define the same field.',
  GATHER_INVALID: 'A @gather or @dispatch stands on a field for which no other extension can be asked.',
  CONTRIBUTION_UNKNOWN: 'A field is @contribute, but no extension has that field with @gather or @dispatch.',
  CONTRIBUTION_DIFFERS: 'A @contribute field has another type or other arguments than the field of its owner.',
  CONTRIBUTION_INVALID: 'A @contribute field has a directive or a type that only its owner may decide.',
  CONTRIBUTION_RESTS: 'The owner of a field is not enabled, so what an extension contributes to it is left out.',
  TYPE_OWNED_TWICE: 'Two extensions define the same type.',
  TYPE_EXTENDED_UNKNOWN: 'An extension extends a type that no extension defines.',
  TYPE_UNKNOWN: 'A field or argument has a type that no extension defines.',
  TYPE_DIFFERS: 'Two extensions share a type, field or argument but give it different types.',
  KEY_MISSING: 'A type is extended by another extension, but its owner gives it no @key.',
  FIELD_UNREACHABLE:
    'A field cannot be fetched for some objects of its type: no @key leads from them to who has it, or @requires leads back to it.',
  KEY_INVALID: 'A @key, @requires or @provides selects a field that does not exist.',
  REFERENCE_RESOLVER_MISSING: 'The owner of an entity has no __resolveReference for it.',
  RESOLVER_MISSING: 'A field has no resolver, and its parent cannot have a value for it.',
  EXTERNAL_UNKNOWN: 'A field is @external, but no extension resolves it.',
  OVERRIDE_INVALID: '@override names an extension that does not define the field, or takes it over in turn.',
  SCHEMA_INVALID: 'An SDL breaks a rule of the GraphQL specification.',
  INTERNAL_MISPLACED:
    '@internal stands on a field that clients must see: of an interface, or the only one of its type.',
  USES_UNKNOWN: 'The "uses" of an extension name a field that no enabled extension has.',
  USES_NOT_INTERNAL: 'The "uses" of an extension name a field that every extension may ask for.',
  USES_MISSING: 'An extension needs an internal field of another one, and its "uses" do not name it.',
  COST_INVALID:
    'A @cost or @listSize has a weight that is no number, or names an argument or a list that is not there.',
  PERSISTED_UNUSABLE: 'A file of persisted documents cannot be read, or is not what graphql.persisted can use.',
  PERSISTED_DOCUMENT_INVALID: 'A persisted document does not fit the schema, or passes a limit of graphql.limits.',
  TOKEN_NOT_ISSUED: 'A token was asked for that this gateway cannot sign.',

  // database/
  DATABASE_UNREACHABLE: 'The database server does not answer.',
  DATABASE_REFUSED: 'The database server answers, but refuses what the gateway needs.',
  DATABASE_UNSUPPORTED: 'There is no embedded PostgreSQL for this machine.',
  DATABASE_UNPREPARED: 'The database lacks what only an administrator can make: "stoa migrate" makes it.',
  MIGRATION_FAILED: 'A migration was refused by the database; it was rolled back.',
  MIGRATION_INCOMPLETE:
    'A difference between migrations and database that "stoa new migration --from-diff" cannot write.',
  MIGRATION_CHANGED: 'A migration that already ran, or is released, was changed afterwards.',
  MIGRATION_MISSING: 'A migration that already ran, or is released, has no file.',
  MIGRATION_CONFLICT: 'A migration that already ran has the number of a file with another name.',
  MIGRATION_UNMARKED: 'A migration drops, renames, alters a type or sets NOT NULL, and has no mark (-- stoa: …).',
  MIGRATION_ORDER: 'A migration has not run, and one that comes after it has.',
  MIGRATION_AHEAD: 'The database has a contracting migration that this code cannot run with.',
  MIGRATION_NOT_RUN: 'A migration has not run, and this process is not allowed to run it.',
  SEED_FAILED: 'Demonstration data was refused by the database; it was rolled back.',

  // cli/: lints of `check`, which do not prevent a start
  TYPES_STALE: 'The generated types of an extension are not those of its SDL, routes, queries and styles.',
  IMPORT_CIRCULAR:
    'Modules of an extension import each other in a circle: one of them sees values that are not there yet.',
  LINT_AREA_UNDECLARED:
    'A component renders an area that its extension does not offer by "areas": nothing can stand in it.',
  LINT_DOCUMENT_INVALID: 'A GraphQL document in the code of an extension does not fit the schema of the shop.',
  LINT_EVENT_FOREIGN: 'Code publishes an event that its extension does not describe.',
  LINT_EVENT_UNPUBLISHED: 'No code of an extension publishes an event that it describes.',
  LINT_EVENT_UNTAKEN: 'No extension of the shop takes an event.',
  LINT_JOB_UNKNOWN: 'Code asks for a job that its extension does not have.',
  LINT_JOB_UNASKED: 'A job has no schedule, and no code of its extension asks for it.',
  LINT_MAIL_UNKNOWN: 'Code sends a mail that its extension does not have.',
  LINT_USES_UNUSED: 'The "uses" of an extension name an internal field that nothing of it asks for.',
  LINT_RAW_MARKUP: 'A component sets markup by hand: text of a client in it would be run.',
  LINT_NON_NULL_FIELD: 'A field on the type of another extension is non-null: when it fails, the whole object is lost.',
  LINT_PRIVATE_PAGE: 'A page is private, but nothing on it depends on who is calling.',
  LINT_PUBLIC_PAGE: 'A page is public, but a component on it asks for a field that guests do not get.',
  LINT_TEXT_MISSING: 'A text is missing in a locale of the shop, whose pages then have it in another language.',
  LINT_TEXT_UNKNOWN: 'A text that the extension does not have in its first file, so no code asks for it.',
  LINT_TEXT_KEY: 'Code names a text that the extension does not have, or that its island does not send to the browser.',
  LINT_NO_BODY: 'A route takes POST, PUT or PATCH, but does not say what a body must look like: nothing checks it.',
  LINT_PLAIN_SECRET: 'gateway.yaml contains a secret in plain text, so every reader of the repository can see it.',
  LINT_CONTRACTING_MIGRATION: 'A migration that has not run contracts: older code cannot run once it has.',
  LINT_NOT_HYDRATED: 'A page component has hooks or event handlers, and the browser gets no script of it.',
  LINT_FOREIGN_TABLE: "Code or SQL names a table of another extension, which the extension's role may not read.",
  LINT_UNBATCHED: 'A resolver asks the database once for each parent of a list (N+1).',
  LINT_NO_SEED: 'An extension makes tables, and has no demonstration data.',
  LINT_EMPTY_PAGE: 'gateway.yaml names a page of which no enabled extension has a component: its address is not found.',
  LINT_SQL_FILLED: 'Code puts a value into the text of SQL, so that a client may write SQL of their own.',
  LINT_NOT_AWAITED: 'Code drops the promise of a call: its error is lost, and nothing waits for its work.',
  LINT_INLINE_STYLE: 'A component has an inline style, which the Content-Security-Policy of pages makes browsers drop.',
  LINT_ASSET_MISSING: 'Code names the address of an asset that its extension does not have.',
  LINT_FORM_ENCODING: 'A form is sent as text, and a field of it or its route needs multipart/form-data.',
  LINT_INPUT_UNKNOWN: 'A form has a field that the body of its route does not list, so that nothing checks it.',
  LINT_PERMISSION_UNGRANTED: 'A route or field asks for a permission that no caller can have.',
  LINT_PAGE_UNSEEN: 'A page is in a menu that no component shows, or has a misspelt group of a menu or frame.',
  LINT_PERMISSION_MISSPELT: 'A permission is written in two ways, or an extension is given one that nothing asks for.',
  LINT_DEAD_LINK:
    'Code or a page component names a route or page that there is not, that several extensions have, or that has other parameters.',

  // packing/
  PACKAGE_INCOMPLETE: 'The package.json of an extension does not say what a shop needs to install it.',
  PACKAGE_FILES: 'The package of an extension lacks a file that it needs, or has one that it must not have.',
  PACKAGE_ADVICE: 'The package of an extension works, but could be better.',
  PACKAGE_NOT_PACKED: 'npm could not make the package of an extension.',
  PACKAGE_VERSION: 'The version of an extension does not tell that it breaks what an earlier one gave.',

  // server/
  EVERSHOP_LEFT: 'A part of an EverShop extension that "stoa import-evershop" did not bring over.',
  EVERSHOP_FOLDER: 'A folder is no EverShop extension, or the new extension is there already.',
  PORT_IN_USE: 'Another process listens on the address.',
  PORT_REFUSED: 'This process may not listen on the address.',

  // export/
  EXPORT_NO_GRAPHQL: 'The shop has no GraphQL, so there is nothing to export.',
  EXPORT_NOT_JOINED: 'Several extensions fill one list of an object, which an engine that cannot sign may not ask for.',
  EXPORT_NOT_COMPOSED: 'The subgraphs of the extensions do not compose by the rules of Federation 2.',
  EXPORT_NOT_SERVED: 'An extension runs in the process of the gateway only, so another engine cannot reach it.',
  EXPORT_CALLER_REFUSED: 'Part of the shop would refuse callers of the exported engine.',
  EXPORT_FOLDER: 'The folder of an export is not empty, or cannot be written.',
  EXPORT_PACKAGE_MISSING: 'A package that an export needs for its proof is not installed.',
  EXPORT_ENGINE_FAILED: 'The engine that an export starts for its proof did not begin to serve.',
  EXPORT_DIFFERS: 'Another engine answers an operation differently, by no rule that is known.',

  // cli/
  OUTPUT_UNWRITABLE: 'The file that a command shall write is a folder, or not for this process to write.',

  // workers/
  FILES_CHANGED: 'Files of the shop changed while several processes read them one after the other.',
  WORKER_FAILED: 'A worker of the gateway ended or failed while it built a generation.',
} satisfies Record<string, string>;

export type FindingCode = keyof typeof findingCodes;
