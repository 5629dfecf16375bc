import { openDatabase } from '../../database/open.ts'
import { silentLog } from '../silent-log.ts'

/*
 * A process that tests kill or race: opens the embedded database in the folder given, says
 * `opened` or the sentence why not, and stays until it is killed or its input ends.
 */
const [dataDir = ''] = process.argv.slice(2)
try {
  const database = await openDatabase({ dataDir, timeZone: 'Asia/Shanghai', log: silentLog })
  console.log('opened')
  process.stdin.on('end', () => void database.close()).resume()
} catch (error) {
  console.log((error as Error).message)
  process.exitCode = 1
}
