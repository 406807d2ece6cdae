/** A time as an input of the type datetime-local has it, in the time zone of the shop. */
export function localTime(time: string, timeZone: string): string {
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const;
  // Swedes write ISO 8601.
  return new Intl.DateTimeFormat('sv-SE', { ...parts, timeZone }).format(new Date(time)).replace(' ', 'T');
}

/** The same for people. A day alone would not say whether it is the last one. */
export function shownTime(time: string | null, timeZone: string): string {
  return time === null ? '–' : localTime(time, timeZone).replace('T', ' ');
}
