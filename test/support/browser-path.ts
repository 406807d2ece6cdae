import { existsSync } from 'node:fs';

/** Debian’s, without windows. It needs two thirds of the processor time of the whole browser. */
const shell = '/usr/bin/chromium-headless-shell';

/** Debian's. */
export const browserPath = existsSync(shell) ? shell : '/usr/bin/chromium';
