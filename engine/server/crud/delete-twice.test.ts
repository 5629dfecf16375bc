import { office } from '@back-office/app/office.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pngOf } from '../testing/file-samples.ts';
import { Samples } from '@back-office/app/testing/server/samples.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { sendFile } from '@back-office/app/testing/server/uploads.ts';

const { resources } = office;

/* Of concurrent deletions one succeeds, and the others answer that the record is gone (docs/wire.md 40400). */
let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
});
afterAll(() => app.drop());

async function outcomes(path: string): Promise<number[]> {
  const answers = await Promise.all(Array.from({ length: 5 }, () => app.call(admin, 'DELETE', path)));
  return answers.map(({ code }) => code).toSorted((one, other) => one - other);
}
const oneOfFive = [20000, 40400, 40400, 40400, 40400];

it.each(resources.filter(({ operations }) => operations.includes('save')))(
  'exactly one of five concurrent deletions of a record of $name succeeds',
  async (resource) => {
    const samples = new Samples(app, admin);
    const alone = await samples.save(resource, await samples.least(resource));
    const among = await samples.save(resource, await samples.least(resource));
    expect(await outcomes(`${resource.name}/delete/${alone.id}`)).toEqual(oneOfFive);
    expect(await outcomes(`${resource.name}/delete-ids/${among.id}`)).toEqual(oneOfFive);
    const { rows } = await app.database.pool.query("select from sys_log_opt where opt_type = '删除' and target_id = any($1::uuid[])", [
      [alone.id, among.id],
    ]);
    expect(rows).toHaveLength(2);
  },
);

it('exactly one of five concurrent deletions of a file succeeds, at its record and on the page of files', async () => {
  const upload = async () => (await sendFile(app, admin, { name: 'a.png', bytes: pngOf(8, 8) })).data.id;
  const [one, other] = [await upload(), await upload()];
  expect(await outcomes(`file/delete?id=${one}`)).toEqual(oneOfFive);
  expect(await outcomes(`sys/file/delete/${other}`)).toEqual(oneOfFive);
});

it('exactly one of five concurrent deletions of an export, or of a recycle bin entry, succeeds', async () => {
  const { data } = await app.call(admin, 'POST', 'sys/dict/export');
  expect(await outcomes(`sys/export/delete/${data.id}`)).toEqual(oneOfFive);
  const { rows } = await app.database.pool.query<{ id: string }>('select id from sys_recycle limit 1');
  expect(await outcomes(`sys/recycle/delete/${rows[0]?.id}`)).toEqual(oneOfFive);
});
