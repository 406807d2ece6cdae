/** Hydrates each island of the page at its time. The only script in a page with islands. */
import { type IslandData, type IslandModule, type IslandPlace, refreshedEvent } from './island.ts';

for (const place of places()) schedule(place);

if (process.env.NODE_ENV === 'development')
  document.addEventListener(refreshedEvent, () => {
    for (const place of places()) {
      // An island that runs gets its new code at once.
      if (place.element.dataset.hydrated === undefined) schedule(place);
      else void start(place);
    }
  });

function places(): readonly IslandPlace[] {
  const data: IslandData = JSON.parse(document.getElementById('stoa-islands')?.textContent ?? '{"islands":[]}');
  return [...document.querySelectorAll<HTMLElement>('stoa-island')].flatMap((element) => {
    const island = data.islands[Number(element.dataset.index)];
    return island === undefined ? [] : [{ element, island, context: data.context }];
  });
}

function schedule(place: IslandPlace): void {
  switch (place.island.when) {
    case 'load':
      void start(place);
      break;
    case 'idle':
      // Safari has no requestIdleCallback.
      if ('requestIdleCallback' in window) window.requestIdleCallback(() => void start(place));
      else setTimeout(() => void start(place), 200);
      break;
    case 'visible':
      startWhenVisible(place);
      break;
  }
}

function startWhenVisible(place: IslandPlace): void {
  // The island's element has no box, and a text or an empty island has none either: it would never become visible.
  if (place.element.children.length === 0) {
    void start(place);
    return;
  }
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    observer.disconnect();
    void start(place);
  });
  for (const child of place.element.children) observer.observe(child);
}

async function start(place: IslandPlace): Promise<void> {
  const module: IslandModule = await import(place.island.module);
  module.start(place);
}
