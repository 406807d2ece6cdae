/** One thing that was looked at on this machine. */
export interface DoctorCheck {
  readonly name: string;
  readonly status: 'ok' | 'warn' | 'fail';
  readonly what: string;
  /** How to mend it. */
  readonly fix?: string;
}

/** A name for what several places look at. */
export function checkNamed(name: string) {
  const told =
    (status: DoctorCheck['status']) =>
    (what: string, fix?: string): DoctorCheck => ({ name, status, what, ...(fix === undefined ? {} : { fix }) });
  return { ok: told('ok'), warn: told('warn'), fail: told('fail') };
}
