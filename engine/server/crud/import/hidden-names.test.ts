import { randomUUID } from 'node:crypto';
import { modelReach } from '@back-office/app/testing/server/model-reach.ts';
import { buildStaff, sizes, staffPlan, type World } from '@back-office/app/testing/server/random-staff.ts';
import { orgRow, Sheet, userRow, type Values } from '@back-office/app/testing/server/sheet.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';

/*
 * Over random organisations, roles and people: the check of an import, and the trial of a save, answer an organisation that its person does not
 * reach word for word as one that does not exist, by whatever it is named; and a name that it shares with others counts those alone that they reach.
 */
let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.drop());

/** Per organisation, of which other one it has the name. */
const names = fc.array(fc.option(fc.nat({ max: sizes.orgs - 1 }), { freq: 2 }), { minLength: sizes.orgs, maxLength: sizes.orgs });
const kinds = [
  { resource: 'sys/user', field: 'sysOrgId', row: userRow, from: ['sys/user', 'sys/org'] },
  { resource: 'sys/org', field: 'parentId', row: orgRow, from: ['sys/org'] },
] as const;
type Kind = (typeof kinds)[number];

/** What a check says of each of these, with the words it was asked with left out. */
async function answersOf(ask: (rows: Values[]) => Promise<string[][]>, { row, field }: Kind, texts: readonly string[]): Promise<string[]> {
  const found = await ask(texts.map((text) => row({ [field]: text })));
  return texts.map((text, at) => (found[at] ?? []).map((message) => message.replaceAll(text, '…')).join('；'));
}
const byRow = (issues: readonly { row?: number; field: string; message: string }[]): string[][] => {
  const rows: string[][] = [];
  for (const { row = 0, field, message } of issues) (rows[row] ??= []).push(`${field} ${message}`);
  return rows;
};

async function checkOf(kind: Kind, token: string, reached: ReadonlySet<string>): Promise<number> {
  const { rows: orgs } = await app.database.pool.query<{ id: string; name: string; code: string }>(
    'SELECT id, org_name AS name, org_code AS code FROM sys_org ORDER BY id',
  );
  const importing = async (rows: Values[]) => {
    const sheet = await Sheet.of(app, token, kind.resource, rows);
    return byRow((await sheet.post<{ issues: { row: number; field: string; message: string }[] }>(`check-import/${sheet.id}`)).data.issues);
  };
  const trying = async (rows: Values[]) => {
    const { data } = await app.call<{ fields?: { row?: number; field: string; message: string }[] }>(
      token,
      'POST',
      `${kind.resource}/save-batch?dryRun=true`,
      rows,
    );
    return byRow(data.fields ?? []);
  };
  const [missing, ...byCode] = await answersOf(importing, kind, ['nowhere', ...orgs.map(({ code }) => code)]);
  const byName = await answersOf(
    importing,
    kind,
    orgs.map(({ name }) => name),
  );
  const [absent, ...byId] = await answersOf(trying, kind, [randomUUID(), ...orgs.map(({ id }) => id)]);
  let hidden = 0;
  /** How many that they reach have this name or code. */
  const named = (text: string) => orgs.filter(({ id, name, code }) => reached.has(id) && [name, code].includes(text)).length;
  for (const [at, { id, name, code }] of orgs.entries()) {
    for (const [text, said = ''] of [
      [name, byName[at]],
      [code, byCode[at]],
    ] as const) {
      const what = `${kind.resource} ${text}: ${said}`;
      expect([said === missing, said.includes('有多个')], what).toEqual([named(text) === 0, named(text) > 1]);
    }
    expect(byId[at] === absent, `${kind.resource} ${name}`).toBe(!reached.has(id));
    if (!reached.has(id)) hidden += 1;
  }
  return hidden > 0 && hidden < orgs.length ? 1 : 0;
}

it('the check of an import and the trial of a save reveal no organisation outside the person’s reach', async () => {
  let partly = 0;
  await fc.assert(
    fc.asyncProperty(staffPlan, names, async (planned, alike) => {
      const world: World = await buildStaff(app, planned);
      for (const [at, other] of alike.entries())
        await app.database.pool.query('UPDATE sys_org o SET org_name = n.org_name FROM sys_org n WHERE o.id = $1 AND n.id = $2', [
          world.orgs[at],
          world.orgs[other ?? at],
        ]);
      for (const [at, person] of world.people.entries()) {
        const { rows } = await app.database.pool.query(`SELECT FROM sys_user WHERE id = $1 AND user_status = '正常'`, [person]);
        if (rows.length === 0) continue;
        for (const kind of kinds) {
          const { words } = await modelReach(app, person, kind.resource);
          if (!words.has('write')) continue;
          const { ids } = await modelReach(app, person, 'sys/org', kind.from);
          partly += await checkOf(kind, world.tokens[at] ?? '', ids);
        }
      }
    }),
    { seed: 20_261, numRuns: 5, endOnFailure: true },
  );
  expect(partly).toBeGreaterThan(5);
}, 300_000);
