import { openDatabase } from '../../platform/database/open-database.ts';
import { silentLog } from '../silent-log.ts';

/*
 * A process that tests kill or race: opens the embedded database in the given folder, prints
 * `opened` or the error, and stays until it is killed or its input ends.
 */
const [dataDir = ''] = process.argv.slice(2);
try {
  const database = await openDatabase({ dataDir, timeZone: 'Asia/Shanghai', log: silentLog });
  process.stdout.write('opened\n');
  process.stdin.on('end', () => void database.close()).resume();
} catch (error) {
  process.stdout.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
