/** Where everything lies that is there in development only. */
export const developmentPath = '/_stoa/dev/';

/** Address of the script that pages have in development, and nowhere else. */
export const developmentScript = '/_stoa/dev/overlay.js';

/** Address of the events that tell a browser when to reload. */
export const developmentEvents = '/_stoa/dev/events';
