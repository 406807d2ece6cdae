import {
  type FieldDefinitionNode,
  type GraphQLInputType,
  type GraphQLOutputType,
  getNamedType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
  Kind,
  parse,
  print,
  valueFromASTUntyped,
} from 'graphql';
import { shopSchema } from '../../src/gateway/own-fields.ts';
import type { TestGateway } from './start-gateway.ts';

/** Something that a member may do at the desk, by one of the ways there. */
export interface DeskAction {
  readonly kind: 'route' | 'page' | 'field';
  /** `desk.inviteMember POST`, `deskHome`, `Query.deskMembers`. */
  readonly name: string;
  /** Those that the project's files name: a caller needs all of them. */
  readonly permissions: readonly string[];
  /** Whether a caller is let in. Throws for an answer that is neither a refusal nor in order. */
  try(caller: DeskCaller): Promise<boolean>;
}

/** A guest without a cookie. */
export interface DeskCaller {
  readonly cookie: string | undefined;
}

/** Values of path parameters, and how a query reaches an object of a type. */
export interface Known {
  readonly params: Readonly<Record<string, string>>;
  readonly objects: Readonly<Record<string, (selection: string) => string>>;
}

type Shop = Pick<TestGateway, 'url' | 'gateway'>;

/** A member's link leads there, so it needs no permission. */
const forAll = ['joinDesk', 'deskJoin'];

/** What a page with an address below `/desk` is. */
const atDesk = /^\/desk(\/|$)/;

export function deskActions(shop: Shop, known: Known): readonly DeskAction[] {
  return [...routeActions(shop, known), ...pageActions(shop, known), ...fieldActions(shop, known)];
}

/** Each route that names permissions, and all at the desk. */
function routeActions({ url, gateway }: Shop, known: Known): readonly DeskAction[] {
  const endpoints = gateway.manifests.flatMap((manifest) => manifest.endpoints);
  return endpoints
    .filter(({ routeId, path, permissions }) => isGuarded(routeId, path, permissions))
    .flatMap(({ extension, routeId, methods, path, permissions }) =>
      methods.map((method): DeskAction => {
        return {
          kind: 'route',
          name: `${extension}.${routeId} ${method}`,
          permissions,
          try: async (caller) => {
            const response = await fetch(url + filled(path, known), {
              method,
              redirect: 'manual',
              headers: { ...headersOf(caller), accept: 'application/json', 'content-type': 'application/json' },
              // It says too little, so that a member who is let in changes nothing.
              ...(method !== 'GET' && { body: '{}' }),
            });
            await response.arrayBuffer();
            return isLetIn(response);
          },
        };
      }),
    );
}

function pageActions({ url, gateway }: Shop, known: Known): readonly DeskAction[] {
  return [...gateway.pages.groups.values()]
    .filter(({ group, path, permissions }) => isGuarded(group, path, permissions))
    .map(({ group, path, permissions }): DeskAction => {
      return {
        kind: 'page',
        name: group,
        permissions,
        try: async (caller) => {
          const headers = { ...headersOf(caller), accept: 'text/html' };
          const response = await fetch(url + filled(path, known), { redirect: 'manual', headers });
          await response.arrayBuffer();
          return isLetIn(response);
        },
      };
    });
}

function isGuarded(name: string, path: string, permissions: readonly string[]): boolean {
  return permissions.length > 0 || (atDesk.test(path) && !forAll.includes(name));
}

/** Each field with permissions, and those of Query that only pages of the desk ask for. */
function fieldActions(shop: Shop, known: Known): readonly DeskAction[] {
  const scopes = guardedFields(shop);
  for (const field of fieldsOfDeskAlone(shop)) if (!scopes.has(field)) scopes.set(field, []);
  return [...scopes].map(([name, permissions]): DeskAction => {
    const query = queryOf(shop, name, known);
    return {
      kind: 'field',
      name,
      permissions,
      try: async (caller) => {
        const response = await fetch(`${shop.url}/graphql`, {
          method: 'POST',
          headers: { ...headersOf(caller), 'content-type': 'application/json', accept: 'application/json' },
          body: JSON.stringify({ query }),
        });
        const { data, errors = [] }: Answer = await response.json();
        const codes = errors.map(({ extensions }) => extensions?.code);
        if (data === undefined || codes.includes('INTERNAL_SERVER_ERROR'))
          throw new Error(`${query}: ${JSON.stringify(errors)}`);
        return !codes.some((code) => code === 'FORBIDDEN' || code === 'UNAUTHENTICATED');
      },
    };
  });
}

interface Answer {
  readonly data?: unknown;
  readonly errors?: readonly { readonly extensions?: { readonly code?: string } }[];
}

/** By `Type.field`, as the SDL of the shop's extensions and of the gateway says. */
function guardedFields({ gateway }: Shop): Map<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const document of [shopSchema, ...gateway.manifests.flatMap(({ sdl }) => sdl.map((file) => file.document))])
    for (const definition of document.definitions) {
      if (definition.kind !== Kind.OBJECT_TYPE_EXTENSION && definition.kind !== Kind.OBJECT_TYPE_DEFINITION) continue;
      for (const field of definition.fields ?? []) {
        const permissions = scopesOf(field);
        if (permissions.length > 0) found.set(`${definition.name.value}.${field.name.value}`, permissions);
      }
    }
  return found;
}

function scopesOf(field: FieldDefinitionNode): readonly string[] {
  return (field.directives ?? [])
    .filter(({ name }) => name.value === 'requiresScopes')
    .flatMap((directive) => directive.arguments ?? [])
    .map((argument): unknown => valueFromASTUntyped(argument.value))
    .flatMap((scopes) => (Array.isArray(scopes) ? scopes.flat().map(String) : []));
}

function fieldsOfDeskAlone({ gateway }: Shop): readonly string[] {
  const pages = [...gateway.pages.groups.values()].filter(({ group }) => !forAll.includes(group));
  const [own, others] = [pages.filter(({ path }) => atDesk.test(path)), pages.filter(({ path }) => !atDesk.test(path))];
  return Object.keys(gateway.schema.getQueryType()?.getFields() ?? {})
    .filter((name) => own.some(({ operation }) => operation?.asksFor(name)))
    .filter((name) => !others.some(({ operation }) => operation?.asksFor(name)))
    .map((name) => `Query.${name}`);
}

/** An operation with this field alone, with arguments that fit its types. */
function queryOf({ gateway: { schema } }: Shop, name: string, { objects }: Known): string {
  const [typeName = '', fieldName = ''] = name.split('.');
  const type = schema.getType(typeName);
  const field = isObjectType(type) ? type.getFields()[fieldName] : undefined;
  if (field === undefined) throw new Error(`The schema has no ${name}.`);
  const given = field.args.filter(isRequiredArgument).map((one) => `${one.name}: ${literal(one.type)}`);
  const selection = `${fieldName}${given.length > 0 ? `(${given.join(', ')})` : ''}${selectionOf(field.type)}`;
  if (typeName === 'Query' || typeName === 'Mutation') return `${typeName.toLowerCase()} { ${selection} }`;
  const reach = objects[typeName];
  if (reach === undefined) throw new Error(`Say how a query reaches a ${typeName}, for ${name}.`);
  return print(parse(`{ ${reach(selection)} }`));
}

function selectionOf(type: GraphQLOutputType): string {
  return isCompositeType(getNamedType(type)) ? ' { __typename }' : '';
}

/** Of something that is not there. */
function literal(type: GraphQLInputType): string {
  if (isNonNullType(type)) return literal(type.ofType);
  if (isListType(type)) return `[${literal(type.ofType)}]`;
  if (isEnumType(type)) return type.getValues()[0]?.name ?? '';
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields()).filter(isRequiredInputField);
    return `{ ${fields.map((field) => `${field.name}: ${literal(field.type)}`).join(', ')} }`;
  }
  const values: Readonly<Record<string, string>> = { Int: '0', Float: '0', Boolean: 'true', SettingValues: '{}' };
  return values[type.name] ?? '"none"';
}

function filled(path: string, { params }: Known): string {
  return path.replaceAll(/:(\w+)/g, (_whole, name: string) => params[name] ?? 'none');
}

function headersOf({ cookie }: DeskCaller): Record<string, string> {
  return { 'sec-fetch-site': 'same-origin', ...(cookie === undefined ? {} : { cookie }) };
}

/** Whatever else is wrong with a request, such as 404 or 409: the caller was let in. */
function isLetIn({ status, headers, url }: Response): boolean {
  if (status === 429 || status >= 500) throw new Error(`${url} answered ${status}`);
  const isSentToSignIn = status === 303 && headers.get('location')?.startsWith('/sign-in') === true;
  return status !== 401 && status !== 403 && !isSentToSignIn;
}
