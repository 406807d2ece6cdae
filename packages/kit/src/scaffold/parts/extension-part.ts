import { stoaVersion } from 'stoa/tooling';
import { capitalized, kebabName, plural, spoken } from '../shared/names.ts';
import type { PartTemplate } from '../shared/new-part.ts';
import { firstType, typePart } from './type-part.ts';

/** An extension with one type. */
export const extensionPart: PartTemplate = {
  named: 'name of the extension, e.g. gift-cards',
  pattern: kebabName,
  questions: [
    { flag: 'type', text: 'Its first type', suggest: firstType },
    { flag: 'fields', text: 'Fields of that type, e.g. "title: String!, points: Int"', suggest: () => 'name: String!' },
  ],
  write({ name, options, migrations }) {
    const type = options.type ?? firstType(name);
    const { files } = typePart.write({ extension: name, name: type, options, migrations });
    return {
      files: {
        'package.json': `${JSON.stringify(packageJson(name, Object.keys(files)), null, 2)}\n`,
        'README.md': `# ${name}

${capitalized(plural(spoken(type)))} of the shop.

| Part | What it is |
| ---- | ---------- |
| \`graphql/\` | the type \`${type}\`, and its fields of \`Query\` |
| \`src/\` | statements for its table |
| \`migrations/\`, \`seed/\` | its table, and demonstration data |
| \`test/\` | \`npx stoa test ${name}\` |
| \`${name}.gen.ts\`, \`extension.contract.json\` | written by \`npx stoa types\` |
`,
        ...files,
      },
    };
  },
};

function packageJson(name: string, files: readonly string[]): object {
  const folders = files.map((file) => file.split('/')[0] ?? file).filter((folder) => folder !== 'test');
  return {
    name,
    version: '0.1.0',
    private: true,
    type: 'module',
    files: [...new Set([...folders, `${name}.gen.ts`, 'extension.contract.json'])].toSorted(),
    stoa: `^${stoaVersion}`,
  };
}
