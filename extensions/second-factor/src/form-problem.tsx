import styles from './second-factor.module.css';

/** What is wrong with a form as a whole. */
export function FormProblem({ problem }: { readonly problem: string | undefined }) {
  if (problem === undefined) return null;
  return (
    <p className={styles.problem} role="alert">
      {problem}
    </p>
  );
}
