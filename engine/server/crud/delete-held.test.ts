import { afterAll, beforeAll, expect, it } from 'vitest';
import { defineResource } from '@back-office/contract/resource/define-resource.ts';
import { openModuleApp } from '@back-office/app/testing/server/open-module-app.ts';
import type { TestApp } from '@back-office/app/testing/server/test-app.ts';
import { agreements, moduleOf, serverOf, tableOf, tablesSql } from '../testing/trial-module.ts';

/* Records that only a program writes: no form names the agreement, but a foreign key of the database refers to it. */
const seal = defineResource({
  name: 'acme/seal',
  title: '用印记录',
  table: 'acme_seal',
  label: 'sealText',
  fields: {
    sealText: { kind: 'text', label: '内容', max: 50, byServer: true },
    acmeAgreementId: { kind: 'reference', label: '合同', to: 'acme/agreement', byServer: true },
  },
  list: ['sealText'],
  form: [],
  sort: 'createTime:desc',
  operations: ['select', 'select-page'],
});
const tables = `${tableOf('acme_seal', 'seal_text text, acme_agreement_id uuid REFERENCES acme_agreement')}
CREATE INDEX ON acme_seal (create_time, id);
CREATE TABLE acme_note (agreement_id uuid REFERENCES acme_agreement);`;

let app: TestApp;
let admin: string;
beforeAll(async () => {
  const feature = { name: 'seals', resources: [seal], menu: [] };
  const server = serverOf({}, { '0001-agreements': `${tablesSql}${tables}` });
  app = await openModuleApp(moduleOf(agreements, feature), { ...server, features: [...server.features, { name: 'seals' }] });
  admin = await app.admin();
});
afterAll(() => app.drop());

async function refusalOf(sql: string): Promise<string> {
  const { data } = await app.call(admin, 'POST', 'acme/agreement/save', { agreementName: '租房' });
  await app.database.pool.query(sql, [data.id]);
  const { code, message } = await app.call(admin, 'DELETE', `acme/agreement/delete/${data.id}`);
  expect(code).toBe(40900);
  return message;
}

it('a refused deletion names the resource that holds the record by a foreign key only', async () => {
  expect(await refusalOf('INSERT INTO acme_seal (id, acme_agreement_id) VALUES (gen_random_uuid(), $1)')).toBe(
    '数据正在被用印记录使用，不能删除',
  );
});

it('a refused deletion mentions only 其他数据 if the data that holds the record is declared nowhere', async () => {
  expect(await refusalOf('INSERT INTO acme_note VALUES ($1)')).toBe('数据正在被其他数据使用，不能删除');
});
