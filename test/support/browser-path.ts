/** Debian's. */
export const browserPath = '/usr/bin/chromium';
