import type { Finding } from '../base/findings/startup-error.ts';
import { pointerTo } from '../base/json-schema.ts';
import { type ConfigView, findingAt } from './config-view.ts';

/** Reports query parameters of pages whose names have another meaning for the components of the page. */
export function checkPageValues(view: ConfigView): readonly Finding[] {
  return view.keysAt('/pages').flatMap((group) => {
    const pointer = pointerTo('/pages', group);
    const path = view.textAt(`${pointer}/path`) ?? '';
    const parameters = path.split('/').flatMap((segment) => (segment.startsWith(':') ? [segment.slice(1)] : []));
    return view.keysAt(`${pointer}/query`).flatMap((index) => {
      const place = `${pointer}/query/${index}`;
      const name = view.textAt(place);
      if (name === undefined || ![...parameters, 'routeId', 'userId'].includes(name)) return [];
      const owner = parameters.includes(name) ? "a parameter of the page's path" : 'something that every page has';
      const what = `the query parameter ${view.quote(place)} has the name of ${owner}`;
      return [findingAt(view, place, { code: 'CONFIG_INVALID', what, fix: 'Give it another name.' })];
    });
  });
}
