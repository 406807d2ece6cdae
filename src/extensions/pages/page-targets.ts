import { didYouMean, errorFinding, type Finding, type Place } from '#base';
import { type Config, placeInConfig } from '#config';

/** Place of a page's key: in page.json, else in gateway.yaml. */
export function placeOfPage(config: Config, group: string, key: string): Place {
  return config.pages[group]?.places?.get(key) ?? placeInConfig(config, ['pages', group, key]);
}

/** Checks the pages that other settings name. All pages must be known, also those of extensions. */
export function checkPageTargets(config: Config): readonly Finding[] {
  const signedIn = Object.keys(config.pages).flatMap((group) => checkSignedIn(config, group));
  return [...checkSignInPage(config), ...signedIn];
}

/** The page that `whenSignedIn` names has a fixed path, and sends signed-in callers nowhere itself. */
function checkSignedIn(config: Config, group: string): readonly Finding[] {
  const { pages } = config;
  const target = pages[group]?.whenSignedIn;
  if (target === undefined) return [];
  const refuse = (problem: string, fix: string): readonly Finding[] => {
    const what = `"whenSignedIn" is ${JSON.stringify(target)}, ${problem}`;
    return [errorFinding('CONFIG_INVALID', { where: placeOfPage(config, group, 'whenSignedIn'), what, fix })];
  };
  const page = Object.hasOwn(pages, target) ? pages[target] : undefined;
  if (page === undefined) return refuse('which is no page group', didYouMean(target, Object.keys(pages)));
  if (page.path.includes('/:')) return refuse('a page whose path has parameters', 'Name a page with a fixed path.');
  if (page.whenSignedIn === undefined) return [];
  return refuse('which sends signed-in callers away, too', 'Name a page that they may see, e.g. account.');
}

/** The gateway redirects guests from private pages to the sign-in page, so it must be public and have no parameters. */
function checkSignInPage(config: Config): readonly Finding[] {
  const { pages } = config;
  const group = config.auth.session.signInPage;
  if (group === undefined) return [];
  const shown = JSON.stringify(group);
  const refuse = (problem: string, fix: string): readonly Finding[] => {
    const where = placeInConfig(config, ['auth', 'session', 'signInPage']);
    return [errorFinding('CONFIG_INVALID', { where, what: `"auth.session.signInPage" is ${problem}`, fix })];
  };
  const page = Object.hasOwn(pages, group) ? pages[group] : undefined;
  if (page === undefined) return refuse(`${shown}, which is no page group`, didYouMean(group, Object.keys(pages)));
  if (page.access === 'private')
    return refuse('a private page, which no guest can see', `Write "access: public" for ${shown}.`);
  if (page.path.includes('/:'))
    return refuse('a page whose path has parameters, which have no values there', 'Name a page with a fixed path.');
  return [];
}
