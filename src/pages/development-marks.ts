import type { PageComponent } from './components/page-component.ts';
import { jsonForScript } from './document/document-head.ts';
import type { Mark } from './document/page-document.ts';
import type { BuiltPage } from './page-table.ts';

/** Measures one page, and writes the overlay's data into its HTML as comments, since elements would change it. */
export interface Meter {
  startData(): Stopwatch;
  /** Records the time of a component. */
  rendered(component: PageComponent, ms: number): void;
  readonly mark: Mark;
}

export interface Stopwatch {
  end(): void;
}

export function createMeter(page: BuiltPage): Meter {
  const rendering = new Map<PageComponent, number>();
  let dataMs = 0;
  return {
    startData: () => {
      const started = performance.now();
      return {
        end: () => {
          dataMs = rounded(performance.now() - started);
        },
      };
    },
    rendered: (component, ms) => void rendering.set(component, rounded(ms)),
    mark: (html, subject) => {
      if (typeof subject === 'string') return marked(html, { area: subject, page: page.group });
      const { extension, name, file, layout, query } = subject;
      return marked(html, {
        component: name,
        extension,
        file,
        sortOrder: layout.sortOrder,
        // The page has one operation, so all components with a query waited equally long.
        dataMs: query === undefined ? null : dataMs,
        renderMs: rendering.get(subject) ?? null,
      });
    },
  };
}

function rounded(ms: number): number {
  return Math.round(ms * 100) / 100;
}

function marked(html: string, label: object): string {
  return `<!--stoa ${jsonForScript(label)}-->${html}<!--/stoa-->`;
}
