import { generated, NewPartError, type PartTemplate } from '../shared/new-part.ts';

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
  pattern: /^[A-Z][a-zA-Z0-9]*\.[a-z][a-zA-Z0-9]*$/,
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
