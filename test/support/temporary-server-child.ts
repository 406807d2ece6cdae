/** A process with a temporary PostgreSQL: prints the folder of its data, and stays until it is ended. */
import { openTemporaryServer } from '#postgres';

const { settings } = await openTemporaryServer();
process.stdout.write(`${settings.host}\n`);
process.stdin.resume();
