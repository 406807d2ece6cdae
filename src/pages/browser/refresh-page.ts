/**
 * In development: shows the page of the next generation without a reload. Islands that run stay in the document, and
 * keep their state. `island-loader.ts` then gives them their new code and props.
 */
import { type IslandData, refreshedEvent } from './island.ts';

/**
 * Returns the generation that the page shows then. Undefined when only a reload can show it: its first island is to
 * run, or the page is not found.
 */
export async function refreshPage(scriptPath: string): Promise<string | undefined> {
  const response = await fetch(location.href, { headers: { accept: 'text/html' } });
  if (!response.ok || response.redirected) return undefined;
  const next = new DOMParser().parseFromString(await response.text(), 'text/html');
  const script = next.querySelector<HTMLScriptElement>(`script[src^="${scriptPath}"]`);
  const runs = document.querySelector('stoa-island[data-hydrated]') !== null;
  if (script === null || (!runs && next.querySelector('stoa-island') !== null)) return undefined;
  const dropStyles = await addStyles(next);
  document.title = next.title;
  const { lang, dir } = next.documentElement;
  Object.assign(document.documentElement, { lang, dir });
  replaceBody(next);
  dropStyles();
  document.dispatchEvent(new Event(refreshedEvent));
  return new URL(script.src, location.href).search.slice(1);
}

/** Loads style sheets that are new. The result removes those that are gone. */
async function addStyles(next: Document): Promise<() => void> {
  const selector = 'head link[rel="stylesheet"]';
  const hrefOf = (link: Element): string | null => link.getAttribute('href');
  const [before, after] = [document, next].map((each) => [...each.querySelectorAll(selector)]);
  const known = new Set(before?.map(hrefOf));
  const wanted = new Set(after?.map(hrefOf));
  const added = (after ?? []).filter((link) => !known.has(hrefOf(link))).map((link) => document.importNode(link));
  const loaded = added.map(
    (link) =>
      new Promise<void>((resolve) => {
        for (const event of ['load', 'error']) link.addEventListener(event, () => resolve());
      }),
  );
  document.head.append(...added);
  await Promise.all(loaded);
  return () => {
    for (const link of before ?? []) if (!wanted.has(hrefOf(link))) link.remove();
  };
}

function replaceBody(next: Document): void {
  const body = document.importNode(next.body, true);
  const names = islandNames(document);
  const running = [...document.querySelectorAll<HTMLElement>('stoa-island[data-hydrated]')];
  const nextNames = islandNames(next);
  const focused = document.activeElement;
  const scrolled = [scrollX, scrollY] as const;
  for (const place of body.querySelectorAll<HTMLElement>('stoa-island')) {
    const index = running.findIndex((each) => names(each) !== undefined && names(each) === nextNames(place));
    const [kept] = index === -1 ? [] : running.splice(index, 1);
    if (kept === undefined) continue;
    const { index: position } = place.dataset;
    place.replaceWith(kept);
    if (position !== undefined) kept.dataset.index = position;
  }
  document.body.replaceChildren(...body.childNodes);
  if (focused instanceof HTMLElement && focused.isConnected) focused.focus({ preventScroll: true });
  scrollTo(...scrolled);
}

/** The component of an island: the name of its module without the hash. */
function islandNames(page: Document): (element: HTMLElement) => string | undefined {
  const data: IslandData = JSON.parse(page.getElementById('stoa-islands')?.textContent ?? '{"islands":[]}');
  return (element) => data.islands[Number(element.dataset.index)]?.module.replace(/-[^-]*$/, '');
}
