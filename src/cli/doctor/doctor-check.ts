/** The result of one check of this machine. */
export interface DoctorCheck {
  readonly name: string;
  readonly status: 'ok' | 'warn' | 'fail';
  readonly what: string;
  /** How to mend it. */
  readonly fix?: string;
}

/** Creates results of one name. */
export function checkNamed(name: string) {
  const told =
    (status: DoctorCheck['status']) =>
    (what: string, fix?: string): DoctorCheck => ({ name, status, what, ...(fix === undefined ? {} : { fix }) });
  return { ok: told('ok'), warn: told('warn'), fail: told('fail') };
}
