import { counted } from './format.ts';
import styles from './generation.module.css';
import { SourcePath } from './source-path.tsx';

export interface Generation {
  readonly number: number;
  readonly at: string;
  readonly reason: string;
  readonly state: string;
  readonly ms: number;
  readonly configHash: string | null;
  readonly findings: readonly Finding[];
}

interface Finding {
  readonly code: string;
  readonly severity: string;
  readonly where: string;
  readonly what: string;
  readonly fix: string | null;
  readonly related: readonly string[];
}

/** The result of a rollback or reload that the operator just started. */
export function Outcome({ attempt: { number, reason, state, findings } }: { readonly attempt: Generation }) {
  if (state === 'failed')
    return (
      <p className="notice bad" role="alert">
        Refused: {reason}. {counted(findings.length, 'finding')} below; what served before still does.
      </p>
    );
  return (
    <p className="notice" role="status">
      Generation {number} serves: {reason}.
    </p>
  );
}

/** In the format of the command line. */
export function Findings({ findings }: { readonly findings: readonly Finding[] }) {
  return (
    <ul className={styles.findings}>
      {findings.map(({ code, severity, where, what, fix, related }) => (
        <li key={`${code} ${where} ${what}`}>
          <p>
            <SourcePath at={where} />{' '}
            <strong className={severity === 'error' ? styles.error : styles.warning}>{severity}</strong>{' '}
            <code>{code}</code>
          </p>
          <p>{what}</p>
          {fix !== null && (
            <p>
              <span className={styles.fix}>fix:</span> {fix}
            </p>
          )}
          {related.map((place) => (
            <p key={place}>
              <span className="muted">see:</span> <SourcePath at={place} />
            </p>
          ))}
        </li>
      ))}
    </ul>
  );
}
