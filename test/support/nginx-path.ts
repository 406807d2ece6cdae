/** Debian's: nginx-light. */
export const nginxPath = '/usr/sbin/nginx';
