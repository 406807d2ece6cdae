/**
 * Mails of extensions on their way out: the server that sends them, or in development the catcher that keeps them.
 * Loads nodemailer with the first mail. Imports `base` and `config`.
 */
export { checkMail, createMailer, type Mailer } from './mailer.ts';
