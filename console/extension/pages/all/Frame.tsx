import { Head, usePage } from 'stoa';
import type { FrameProps, Layout } from '../../console.gen.ts';
import './console.css';
import styles from './Frame.module.css';

export const layout: Layout = { areaId: 'header', sortOrder: 10 };
export const query = /* GraphQL */ `
  query {
    overviewPath: url(routeId: "overview")
    mapPath: url(routeId: "map")
    generationsPath: url(routeId: "generations")
    errorsPath: url(routeId: "errors")
    slowestPath: url(routeId: "slowest")
    recordsPath: url(routeId: "records")
    settingsPath: url(routeId: "settings")
    jobsPath: url(routeId: "jobs")
    mailsPath: url(routeId: "mails")
    mails { id }
    configPath: url(routeId: "config")
    signInPath: url(routeId: "signIn")
    signOutPath: url(routeId: "closeSession")
  }
`;

/** The header of each page: the console's name, links to its pages, and the sign-in state. */
export default function Frame({ overviewPath, mapPath, generationsPath, ...rest }: FrameProps) {
  const { errorsPath, slowestPath, recordsPath, settingsPath, jobsPath, mailsPath, mails, configPath, ...session } =
    rest;
  const { routeId, path, userId } = usePage();
  const links = [
    ['overview', overviewPath, 'Overview'],
    ['map', mapPath, 'Map'],
    ['errors', errorsPath, 'Errors'],
    ['slowest', slowestPath, 'Slowest'],
    ['generations', generationsPath, 'Generations'],
    ['records', recordsPath, 'Records'],
    ['settings', settingsPath, 'Settings'],
    ['jobs', jobsPath, 'Jobs'],
    ['mails', mails == null ? null : mailsPath, 'Mails'],
    ['config', configPath, 'Config'],
  ] as const;
  return (
    <>
      <Head title="Stoa console" />
      <a className={styles.skip} href="#content">
        Skip to the content
      </a>
      <div className={styles.bar}>
        <p className={styles.name}>
          <Colonnade />
          Stoa console
        </p>
        <nav className={styles.links} aria-label="Console">
          {links.map(([page, address, label]) =>
            address === null ? null : (
              <a key={page} href={address} aria-current={routeId === page ? 'page' : undefined}>
                {label}
              </a>
            ),
          )}
        </nav>
        <div className={styles.session}>
          {userId === null ? (
            routeId !== 'signIn' && <a href={`${session.signInPath ?? ''}?next=${encodeURIComponent(path)}`}>Sign in</a>
          ) : (
            <form method="post" action={session.signOutPath ?? ''}>
              <button className="quiet" type="submit">
                Sign out
              </button>
            </form>
          )}
        </div>
      </div>
    </>
  );
}

/** The logo: a stoa is a covered walk with columns. */
function Colonnade() {
  return (
    <svg width="22" height="22" viewBox="0 0 28 28" aria-hidden="true" focusable="false">
      <path d="M3 24h22M6 21V11M14 21V11M22 21V11M4 8h20L14 3Z" fill="none" stroke="currentColor" strokeWidth="2" />
    </svg>
  );
}
