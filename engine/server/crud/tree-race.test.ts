import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';

/* Two concurrent moves must never make a cycle: A under B while B goes under A. */
let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
});
afterAll(() => app.drop());

async function newOrg(name: string, parentId: string | null = null): Promise<AnyRow> {
  return (await app.call(admin, 'POST', 'sys/org/save', { orgName: name, orgCode: name, parentId })).data;
}

const move = (org: AnyRow, parentId: string) => app.call(admin, 'POST', 'sys/org/save', { id: org.id, version: org.version, parentId });

async function race(at: number): Promise<void> {
  const [a, b] = [await newOrg(`a${at}`), await newOrg(`b${at}`)];
  const pair = await Promise.all([move(a, b.id), move(b, a.id)]);
  expect(pair.map(({ code }) => code).sort((one, other) => one - other)).toEqual([20000, 40900]);
  expect(pair.find(({ code }) => code === 40900)?.data).toEqual({ conflict: 'cycle', field: 'parentId' });
}

it('of two hundred concurrent pairs of moves one wins and one is refused, and no node is its own ancestor', async () => {
  // Five pairs at once: all moves wait for one lock, and each waiting request holds one of ten connections.
  for (let at = 0; at < 200; at += 5) await Promise.all([0, 1, 2, 3, 4].map((beside) => race(at + beside)));
  const { rows } = await app.database.pool.query(`
    WITH RECURSIVE up AS (SELECT id AS start, parent_id FROM sys_org UNION ALL SELECT up.start, o.parent_id FROM up JOIN sys_org o ON o.id = up.parent_id WHERE o.id <> up.start)
    SELECT start FROM up WHERE parent_id = start`);
  expect(rows).toEqual([]);
}, 60_000);

it('a child attached while its parent is deleted never becomes an orphan', async () => {
  for (let round = 0; round < 20; round++) {
    const parent = await newOrg(`p${round}`);
    const child = await newOrg(`c${round}`);
    const [attached, deleted] = await Promise.all([move(child, parent.id), app.call(admin, 'DELETE', `sys/org/delete/${parent.id}`)]);
    expect([attached.code, deleted.code].filter((code) => code === 20000)).toHaveLength(1);
    expect([40000, 40900]).toContain(attached.code === 20000 ? deleted.code : attached.code);
  }
});

it('a tree may be a hundred levels deep and no deeper, whether a node is added or a branch is moved', async () => {
  let parent = (await newOrg('level-1')).id;
  for (let level = 2; level <= 100; level++) parent = (await newOrg(`level-${level}`, parent)).id;
  const deeper = await app.call(admin, 'POST', 'sys/org/save', { orgName: 'x', orgCode: 'level-101', parentId: parent });
  expect(deeper).toMatchObject({ code: 40000, message: '层级不能超过 100 级' });
  const branch = await newOrg('branch');
  await newOrg('twig', branch.id);
  const { data: last } = await app.call(admin, 'GET', `sys/org/select/${parent}`);
  expect((await move(branch, String(last['parentId']))).code).toBe(40000);
});
