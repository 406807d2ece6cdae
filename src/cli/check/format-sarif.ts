import { basename, isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Finding, type FindingCode, findingCodes, type Place, stoaVersion } from '#base';
import { repositoryPath } from './repository-root.ts';

const sourceRoot = '%SRCROOT%';

/** SARIF 2.1.0, for code scanning and editors. A finding without a file is placed at gateway.yaml. */
export function sarifLog(
  findings: readonly Finding[],
  { root, file }: { readonly root: string; readonly file: string },
) {
  const codes = [...new Set(findings.map(({ code }) => code))].toSorted();
  const locate = (place: Place) => locationOf(place, { root, file });
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'stoa', semanticVersion: stoaVersion, rules: codes.map(ruleOf) } },
        originalUriBaseIds: { [sourceRoot]: { uri: `${pathToFileURL(root).href}/` } },
        columnKind: 'utf16CodeUnits',
        invocations: [{ executionSuccessful: true }],
        results: findings.map(({ code, severity, where, what, fix, related = [] }) => ({
          ruleId: code,
          ruleIndex: codes.indexOf(code),
          level: severity,
          message: { text: `${what}\n${fix}` },
          locations: [locate(where)],
          ...(related.length === 0 ? {} : { relatedLocations: related.map(locate) }),
        })),
      },
    ],
  };
}

function ruleOf(id: FindingCode) {
  const text = findingCodes[id];
  return {
    id,
    shortDescription: { text },
    help: { text: `${text} The result says how to fix it.` },
    defaultConfiguration: { level: id.startsWith('LINT_') ? 'warning' : 'error' },
  };
}

function locationOf(place: Place, { root, file }: { readonly root: string; readonly file: string }) {
  const isFile = isAbsolute(place.file);
  const { file: path, line, column } = isFile ? place : { file, line: undefined, column: undefined };
  const inside = repositoryPath(root, path);
  const region =
    line === undefined ? {} : { region: { startLine: line, ...(column === undefined ? {} : { startColumn: column }) } };
  return {
    physicalLocation: {
      artifactLocation:
        inside === undefined
          ? { uri: pathToFileURL(path).href, description: { text: basename(path) } }
          : { uri: inside.split('/').map(encodeURIComponent).join('/'), uriBaseId: sourceRoot },
      ...region,
    },
  };
}
