import { type FieldDefinitionNode, Kind, print, type TypeDefinitionNode } from 'graphql';
import { directivesOf } from 'stoa/tooling';
import { pascal } from '../shared/names.ts';
import { generated, NewPartError, type OpenField, type PartTemplate } from '../shared/new-part.ts';

const pattern = /^[A-Z][a-zA-Z0-9]*\.[a-z][a-zA-Z0-9]*$/;

const samples: Readonly<Record<string, string>> = {
  String: "'to be written'",
  ID: "'1'",
  Int: '1',
  Float: '1.5',
  Boolean: 'true',
};

/** A field on a type of this extension or another one, with a batch resolver. */
export const fieldPart: PartTemplate = {
  named: 'type and field, e.g. Product.points',
  pattern,
  questions: [{ flag: 'type', text: 'Type of the field, e.g. Int', suggest: () => 'String' }],
  write({ extension, name, options }) {
    const [type = '', field = ''] = name.split('.');
    const [, scalar = ''] = /^(\w+)!?$/.exec(options.type ?? 'String') ?? [];
    const sample = samples[scalar];
    if (sample === undefined)
      throw new NewPartError(
        `"${options.type}" is no type of a new field`,
        `Write one of ${Object.keys(samples).join(', ')}, and change the SDL to any other.`,
      );
    const isRoot = type === 'Query' || type === 'Mutation';
    const resolver = isRoot
      ? `${field}: () => ${sample},`
      : `${field}: { batch: (parents) => parents.map(() => ${sample}) },`;
    return {
      files: {
        [`graphql/${type}.${field}.graphql`]: `extend type ${type} {\n  ${field}: ${options.type ?? 'String'}\n}\n`,
        [`graphql/${type}.${field}.resolvers.ts`]: `import type { Part } from 'stoa';
import type { Resolvers } from ${generated(extension, 1)};

export default {
  ${type}: {
    ${resolver}
  },
} satisfies Part<Resolvers>;
`,
      },
    };
  },
};

/** What an extension adds to a list of another one, or its answer to a field that names its type. */
export const contributionPart: PartTemplate = {
  named: 'type and field of another extension, e.g. Query.paymentMethods',
  pattern,
  questions: [],
  write({ extension, name, open }) {
    if (open === undefined) throw new Error(`${name} was not looked up`);
    const own = ownType(open.item, `${pascal(extension)}${open.item?.name.value ?? ''}`);
    const { type, field } = open;
    const [key] = open.item?.kind === Kind.OBJECT_TYPE_DEFINITION ? directivesOf(open.item, 'key') : [];
    const provides = key === undefined ? '' : ` ${print(key).replace('@key', '@provides')}`;
    const stoa = open.isGathered ? "import type { Part } from 'stoa';" : "import { type Part, StoaError } from 'stoa';";
    return {
      files: {
        [`graphql/${name}.graphql`]: `${own.sdl}extend type ${type} {\n  ${signature(field)} @contribute${provides}\n}\n`,
        [`graphql/${name}.resolvers.ts`]: `${stoa}
import type { Resolvers } from ${generated(extension, 1)};

export default {
  ${type}: {
    ${resolver(open, own.sample)}
  },
} satisfies Part<Resolvers>;
`,
      },
    };
  },
};

function resolver({ type, field, isGathered }: OpenField, sample: string): string {
  const name = field.name.value;
  if (!isGathered)
    return `${name}: () => {\n      throw new StoaError('NOT_WRITTEN', 'This is to be written.', { status: 501 });\n    },`;
  return type === 'Query'
    ? `${name}: () => [${sample}],`
    : `${name}: { batch: (parents) => parents.map(() => [${sample}]) },`;
}

/** The type of the extension's own items, and one of them. Both are empty where the items are of the owner's type. */
function ownType(
  item: TypeDefinitionNode | undefined,
  name: string,
): { readonly sdl: string; readonly sample: string } {
  if (item?.kind === Kind.UNION_TYPE_DEFINITION) {
    const sdl = `type ${name} {\n  id: ID!\n}\n\nextend union ${item.name.value} = ${name}\n\n`;
    return { sdl, sample: `{ __typename: '${name}', id: '1' }` };
  }
  if (item?.kind !== Kind.INTERFACE_TYPE_DEFINITION) return { sdl: '', sample: '' };
  const { fields = [], interfaces = [] } = item;
  const implemented = [item.name.value, ...interfaces.map((node) => node.name.value)].join(' & ');
  const sdl = `type ${name} implements ${implemented} {\n${fields.map((node) => `  ${signature(node)}\n`).join('')}}\n\n`;
  const values = fields.filter(({ type }) => type.kind === Kind.NON_NULL_TYPE).map(sampleOf);
  // An object, enum or list is for the author to write.
  const isWhole = values.every((value) => value !== undefined);
  return { sdl, sample: isWhole ? `{ ${[`__typename: '${name}'`, ...values].join(', ')} }` : '' };
}

function sampleOf({ name, type }: FieldDefinitionNode): string | undefined {
  const value = samples[print(type).slice(0, -1)];
  return value === undefined ? undefined : `${name.value}: ${value}`;
}

function signature({ name, type, arguments: args = [] }: FieldDefinitionNode): string {
  const written = args.map((node) => {
    const fallback = node.defaultValue === undefined ? '' : ` = ${print(node.defaultValue)}`;
    return `${node.name.value}: ${print(node.type)}${fallback}`;
  });
  return `${name.value}${written.length === 0 ? '' : `(${written.join(', ')})`}: ${print(type)}`;
}
