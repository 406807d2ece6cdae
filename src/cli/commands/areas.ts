import { relative } from 'node:path';
import type { Command } from 'commander';
import type { BuiltPage, PageComponent } from '#pages';
import { table, writeJson, writeOutput } from '../shared/output.ts';
import { configFile } from '../shared/shared-options.ts';

export function registerAreas(program: Command): void {
  program
    .command('areas')
    .description('list the areas of every page with their components in order, and whose they are')
    .option('--json', 'print one JSON object')
    .action(async (options: { readonly json?: true }, command: Command) => {
      const { withGateway } = await import('../shared/with-gateway.ts');
      const { gatewayAreas } = await import('#pages');
      const order = gatewayAreas;
      const pages = await withGateway(configFile(command), ({ pages }) =>
        [...pages.groups.values()].map((page) => describePage(page, order)),
      );
      if (options.json) return writeJson({ pages });
      await writeOutput(pages.map(printPage).join('\n\n'));
    });
}

type PageDescription = ReturnType<typeof describePage>;

function describePage({ group, path, shell }: BuiltPage, order: readonly string[]) {
  const offered = inPageOrder(shell.layout, order);
  const used = [...offered.keys()].filter((id) => shell.layout.has(id) || offered.get(id) !== undefined);
  return {
    page: group,
    // The page for unknown paths has no path.
    path: path === '' ? null : path,
    areas: used.map((id) => ({
      area: id,
      offeredBy: nameOf(offered.get(id)),
      components: (shell.layout.get(id) ?? []).map(({ name, extension, group: from, layout, hydrate, file }) => ({
        component: name,
        extension,
        group: from,
        sortOrder: layout.sortOrder,
        hydrate: hydrate ?? null,
        file,
      })),
    })),
  };
}

/** Areas in page order. An area of a component comes after that component. */
function inPageOrder(layout: BuiltPage['shell']['layout'], order: readonly string[]) {
  const offered = new Map<string, PageComponent | undefined>();
  const visit = (id: string, by: PageComponent | undefined): void => {
    if (offered.has(id)) return;
    offered.set(id, by);
    for (const component of layout.get(id) ?? []) for (const area of component.areas) visit(area, component);
  };
  for (const id of order) visit(id, undefined);
  return offered;
}

function nameOf(component: { readonly extension: string; readonly name: string } | undefined): string | null {
  return component === undefined ? null : `${component.extension}.${component.name}`;
}

function printPage({ page, path, areas }: PageDescription): string {
  const title = `${page}  ${path ?? 'for unknown addresses'}`;
  if (areas.length === 0) return `${title}\n  no components`;
  const rows = areas.flatMap(({ area, offeredBy, components }) => {
    const place = offeredBy === null ? area : `${area} (in ${offeredBy})`;
    if (components.length === 0) return [[`  ${place}`, '', '', '']];
    return components.map(({ component, extension, sortOrder, hydrate, file }, index) => [
      index === 0 ? `  ${place}` : '',
      String(sortOrder),
      `${extension}.${component}${hydrate === null ? '' : ` (island: ${hydrate})`}`,
      relative(process.cwd(), file),
    ]);
  });
  return `${title}\n${table([['  AREA', 'ORDER', 'COMPONENT', 'FILE'], ...rows])}`;
}
