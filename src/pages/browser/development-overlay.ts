/**
 * In development: shows the page anew after a change, shows why a change was refused, and outlines areas and
 * components. Alt+Shift+O toggles the outlines. Reads the comments that `render-components.ts` writes.
 */
import { refreshPage } from './refresh-page.ts';

interface Label {
  readonly area?: string;
  readonly page?: string;
  readonly component?: string;
  readonly extension?: string;
  readonly file?: string;
  readonly sortOrder?: number;
  readonly dataMs?: number | null;
  readonly renderMs?: number | null;
}

interface Marked {
  readonly label: Label;
  readonly range: Range;
  /** Number of areas and components around it. */
  readonly depth: number;
}

/** A refused change, from `development-request.ts`. */
interface Refused {
  readonly message: string;
  readonly problems: readonly {
    readonly place: string;
    readonly code: string;
    readonly what: string;
    readonly fix?: string;
  }[];
}

const opening = 'stoa ';
const closing = '/stoa';

followGateway();
const overlay = createOverlay();
addEventListener('keydown', (event) => {
  if (event.altKey && event.shiftKey && event.code === 'KeyO') overlay.toggle();
});
addEventListener('resize', () => overlay.redraw());

function followGateway(): void {
  // This script's URL has the page's generation. Each gateway sends its own when the browser reconnects.
  const { pathname, search } = new URL(import.meta.url);
  let generation = search.slice(1);
  const refresh = async (): Promise<void> => {
    const shown = await refreshPage(pathname);
    if (shown === undefined) return location.reload();
    generation = shown;
    document.getElementById('stoa-refused')?.remove();
    overlay.redraw();
  };
  let turn = Promise.resolve();
  const events = new EventSource('/_stoa/dev/events');
  events.addEventListener('message', ({ data }) => {
    turn = turn.then(() => (data === generation ? undefined : refresh())).catch(() => location.reload());
  });
  // The gateway still serves this page, but without the last saved change.
  events.addEventListener('refused', ({ data }) => showRefused(JSON.parse(data)));
}

function showRefused({ message, problems }: Refused): void {
  document.getElementById('stoa-refused')?.remove();
  const host = document.createElement('div');
  host.id = 'stoa-refused';
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    section { position: fixed; inset: auto 0 0; max-height: 60vh; overflow: auto; box-sizing: border-box; padding: 16px 20px;
      border-top: 4px solid #ff7a6e; background: #1b1a19; color: #f2efe9; font: 14px/1.5 ui-monospace, monospace;
      white-space: pre-wrap; overflow-wrap: anywhere; z-index: 2147483001; }
    h2, p { margin: 0 0 8px; font: inherit; }
    h2, b { font-weight: 700; color: #ff9d94; }
    button { float: right; font: inherit; color: inherit; background: none; border: 1px solid currentColor; border-radius: 4px; }
  `);
  root.adoptedStyleSheets = [sheet];
  const panel = document.createElement('section');
  panel.role = 'alert';
  const hide = document.createElement('button');
  hide.textContent = 'Hide';
  hide.addEventListener('click', () => host.remove());
  const title = document.createElement('h2');
  title.textContent = 'Not served: this page is as it was before the last change';
  panel.append(hide, title, ...(problems.length === 0 ? [message] : problems.map(problemText)));
  root.append(panel);
  document.documentElement.append(host);
}

function problemText({ place, code, what, fix }: Refused['problems'][number]): HTMLElement {
  const text = document.createElement('p');
  const head = document.createElement('b');
  head.textContent = `${place}  ${code}`;
  text.append(head, `\n${what}`, fix === undefined ? '' : `\nfix: ${fix}`);
  return text;
}

function findMarked(): readonly Marked[] {
  const found: Marked[] = [];
  const open: { readonly label: Label; readonly node: Node }[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_COMMENT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = node.nodeValue ?? '';
    if (text.startsWith(opening)) open.push({ label: JSON.parse(text.slice(opening.length)), node });
    if (text !== closing) continue;
    const start = open.pop();
    if (start === undefined) continue;
    const range = document.createRange();
    range.setStartAfter(start.node);
    range.setEndBefore(node);
    found.push({ label: start.label, range, depth: open.length });
  }
  return found;
}

function createOverlay() {
  const host = document.createElement('div');
  host.id = 'stoa-overlay';
  const root = host.attachShadow({ mode: 'open' });
  // A constructed style sheet: the page's policy allows neither style attributes nor style elements.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    .box { position: absolute; box-sizing: border-box; pointer-events: none; border: 2px solid #0a7d5a; z-index: 2147483000; }
    .area { border: 2px dashed #8a3ffc; }
    .label { position: absolute; top: 0; left: 0; font: 11px/1.4 ui-monospace, monospace; color: #fff; background: #0a7d5a;
      padding: 1px 5px; max-width: max(100%, 40rem); overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }
    .area > .label { background: #8a3ffc; left: auto; right: 0; }
  `);
  root.adoptedStyleSheets = [sheet];
  const redraw = (): void => {
    if (!host.isConnected) return;
    // What the page's styles hide has no place of its own.
    const shown = findMarked().filter(({ range }) => range.getClientRects().length > 0);
    root.replaceChildren(...shown.map(outline));
  };
  return {
    redraw,
    toggle: () => {
      if (host.isConnected) {
        host.remove();
        return;
      }
      document.documentElement.append(host);
      redraw();
    },
  };
}

function outline({ label, range, depth }: Marked): HTMLElement {
  const { left, top, width, height } = range.getBoundingClientRect();
  const box = document.createElement('div');
  box.className = label.area === undefined ? 'box' : 'box area';
  Object.assign(box.style, {
    left: `${left + scrollX}px`,
    top: `${top + scrollY}px`,
    width: `${width}px`,
    height: `${height}px`,
  });
  const text = document.createElement('div');
  text.className = 'label';
  text.textContent = describe(label);
  // Labels at the same corner are stacked. Labels near the right edge stay inside the window.
  text.style.top = `${depth * 18}px`;
  if (left > innerWidth / 2) Object.assign(text.style, { left: 'auto', right: '0' });
  box.append(text);
  return box;
}

function describe({ area, component, extension, file, sortOrder, dataMs, renderMs }: Label): string {
  if (area !== undefined) return `area ${area}`;
  const data = dataMs === null ? 'no data' : `data ${dataMs} ms`;
  return `${extension} / ${component} · sortOrder ${sortOrder} · ${data} · render ${renderMs} ms · ${file}`;
}
