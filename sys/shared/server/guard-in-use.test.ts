import { openSheetApp, orgRow } from '@back-office/app/testing/server/sheet.ts';
import { expect, it } from 'vitest';

const { app, admin, rowsOf, saved } = await openSheetApp();
const wordsOf = async (dict: string) => (await rowsOf('sys/dict', 'dictValue', dict)).find(({ dictValue }) => dictValue === dict)?.id;

it('a record in use keeps 正常: it gets no other state, be it a company’s own', async () => {
  await saved('sys/dict', { parentId: await wordsOf('status'), dictLabel: '冻结', dictValue: '冻结' });
  const word = await saved('sys/dict', { parentId: await wordsOf('org_type'), dictLabel: '词', dictValue: '某类' });
  const org = await saved('sys/org', orgRow({ orgType: '某类' }));
  await saved('sys/user', { userAccount: 'kept.here', userName: '在此', sysOrgId: org.id });
  const stateOf = async (resource: string, { id }: { id: string }, field: string, state: string) => {
    const { version } = (await app.call(admin, 'GET', `${resource}/select/${id}`)).data;
    return app.call(admin, 'POST', `${resource}/save`, { id, version, [field]: state });
  };
  for (const state of ['停用', '冻结']) {
    expect(await stateOf('sys/org', org, 'orgStatus', state), state).toMatchObject({ code: 40900, data: { conflict: 'reference' } });
    expect(await stateOf('sys/dict', word, 'dictStatus', state), state).toMatchObject({ code: 40900, data: { conflict: 'reference' } });
  }
  const [yes] = (await rowsOf('sys/dict', 'dictValue', '是')).filter(({ dictValue }) => dictValue === '是');
  for (const state of ['停用', '冻结']) expect((await stateOf('sys/dict', yes ?? word, 'dictStatus', state)).code, state).toBe(40900);
  const free = await saved('sys/org', orgRow());
  for (const state of ['冻结', '停用', '正常']) expect((await stateOf('sys/org', free, 'orgStatus', state)).code).toBe(20000);
});
