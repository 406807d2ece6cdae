/** The key that a shop sends. It is published: this provider has no money to guard. */
export const apiKey = 'sk_test_sandbox';

/** With which events are signed. */
export const webhookSecret = 'whsec_sandbox';
