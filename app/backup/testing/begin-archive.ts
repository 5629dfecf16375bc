import { writeArchive } from '../write-archive.ts';

// Begins an archive, reports that, and never ends it: the test kills this process.
const archive = await writeArchive(process.argv[2] ?? '');
await archive.addText('manifest.json', '{}');
process.stdout.write('begun\n');
setInterval(() => undefined, 1000);
