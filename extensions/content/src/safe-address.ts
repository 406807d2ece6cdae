const allowed = /^(?:https?:\/\/|mailto:|tel:|\/(?![/\\]))/i;

/** The address of a link if it leads to the web, to mail, to a telephone or into the shop. */
export function safeAddress(address: string): string | undefined {
  return allowed.test(address) ? address : undefined;
}
