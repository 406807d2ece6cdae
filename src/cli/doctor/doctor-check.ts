export interface DoctorCheck {
  readonly name: string;
  readonly status: 'ok' | 'warn' | 'fail';
  readonly what: string;
  readonly fix?: string;
}

export function checkNamed(name: string) {
  const told =
    (status: DoctorCheck['status']) =>
    (what: string, fix?: string): DoctorCheck => ({ name, status, what, ...(fix === undefined ? {} : { fix }) });
  return { ok: told('ok'), warn: told('warn'), fail: told('fail') };
}
