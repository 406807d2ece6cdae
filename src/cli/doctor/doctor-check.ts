export interface DoctorCheck {
  readonly name: string;
  readonly status: 'ok' | 'warn' | 'fail';
  readonly what: string;
  readonly fix?: string;
}

export function checkNamed(name: string) {
  const of =
    (status: DoctorCheck['status']) =>
    (what: string, fix?: string): DoctorCheck => ({ name, status, what, ...(fix === undefined ? {} : { fix }) });
  return { ok: of('ok'), warn: of('warn'), fail: of('fail') };
}
