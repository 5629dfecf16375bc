// Keeps a copy of one resource in a file; a program of yours might keep it in its own database.
//   node keep-copy.mjs https://office.example sys/user users.json
// The key is read from the environment: BACK_OFFICE_KEY=bo_…
import { readFile, rename, writeFile } from 'node:fs/promises';

const [address, resource, file] = process.argv.slice(2);
const empty = { cursor: undefined, records: {} };
let copy = await readFile(file, 'utf8').then(JSON.parse, () => empty);

for (;;) {
  const query = new URLSearchParams(copy.cursor === undefined ? {} : { since: copy.cursor });
  const response = await fetch(`${address}/api/${resource}/changes?${query}`, {
    headers: { authorization: `Bearer ${process.env.BACK_OFFICE_KEY}` },
  });
  const { code, message, data } = await response.json();
  if (code === 40900 && data.conflict === 'startOver') {
    copy = empty;
    continue;
  }
  if (code !== 20000) throw new Error(`${code} ${message}`);
  const records = { ...copy.records, ...Object.fromEntries(data.items.map((record) => [record.id, record])) };
  for (const id of data.gone) delete records[id];
  copy = { cursor: data.cursor, records };
  // Records and cursor are saved together: after a crash, changes that were not saved are requested again.
  await writeFile(`${file}.new`, JSON.stringify(copy));
  await rename(`${file}.new`, file);
  if (!data.more) break;
}
process.stdout.write(`${Object.keys(copy.records).length} records\n`);
