import { Primary } from '../platform/database/primary.ts';
import { silentLog } from './silent-log.ts';

/** What looks for the primary among the hosts of a DATABASE_URL, for a test that has the servers. */
export const primaryOf = (url: string): Primary => new Primary(url, silentLog);
