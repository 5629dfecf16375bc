import { office } from '@back-office/app/office.ts';
import { openModuleApp } from '@back-office/app/testing/server/open-module-app.ts';
import { Sheet, userRow } from '@back-office/app/testing/server/sheet.ts';
import type { TestApp } from '@back-office/app/testing/server/test-app.ts';
import { makeOffice } from '@back-office/contract/office/make-office.ts';
import { defineExtension } from '@back-office/contract/resource/extension.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unnamedIndexes } from '../office/unnamed-indexes.ts';
import { agreements, moduleOf, serverOf, tablesSql } from '../testing/trial-module.ts';

/* Values that a company's module wants once only: of fields that it adds, and by an index that no declaration names. */
const badge = defineExtension({
  resource: 'sys/user',
  fields: { acmeBadge: { kind: 'text', label: '工牌号', max: 20 } },
  list: ['acmeBadge'],
  form: ['acmeBadge'],
  import: ['acmeBadge'],
  unique: [['acmeBadge']],
});
const acme = moduleOf({ ...agreements, extend: [badge] });
const indexes = `
CREATE UNIQUE INDEX sys_user_acme_badge_key ON sys_user (acme_badge);
CREATE UNIQUE INDEX acme_agreement_once ON acme_agreement (lower(agreement_name), agreement_end);
CREATE UNIQUE INDEX acme_agreement_pinyin ON acme_agreement (label_pinyin);
`;
const whole = makeOffice([...office.modules, acme]);

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await openModuleApp(acme, serverOf({}, { '0001-agreements': tablesSql + indexes }));
  admin = await app.admin();
});
afterAll(() => app.drop());
const save = (resource: string, values: object) => app.call(admin, 'POST', `${resource}/save`, values);

describe('a field that a module adds and declares unique', () => {
  it('is named by the refusal of its second use', async () => {
    expect((await save('sys/user', userRow({ acmeBadge: 'A-1' }))).code).toBe(20000);
    expect(await save('sys/user', userRow({ acmeBadge: 'A-1' }))).toMatchObject({
      code: 40900,
      message: '工牌号已存在',
      data: { conflict: 'unique', fields: ['acmeBadge'] },
    });
  });

  it('is told of every row of an import that repeats it', async () => {
    const badges = ['A-1', 'A-2', 'A-2', 'A-3'];
    const sheet = await Sheet.of(
      app,
      admin,
      whole.resourceOf('sys/user'),
      badges.map((acmeBadge) => userRow({ acmeBadge })),
    );
    expect(await sheet.check()).toEqual(['0 acmeBadge 工牌号已存在', '2 acmeBadge 工牌号已存在（与本次提交的其他行重复）']);
  });
});

describe('a unique index that no declaration names', () => {
  it('refuses a second record at the fields of its columns', async () => {
    const values = { agreementName: 'Once', agreementEnd: '2026-01-31' };
    expect((await save('acme/agreement', values)).code).toBe(20000);
    expect(await save('acme/agreement', { ...values, agreementName: 'once' })).toMatchObject({
      code: 40900,
      message: '到期日已存在',
      data: { conflict: 'unique', fields: ['agreementName', 'agreementEnd'] },
    });
  });

  it('is told to the operator with the cure, if people type its values', async () => {
    expect(await unnamedIndexes(app.database.db, whole)).toEqual([
      'acme/agreement: no declaration names the unique index acme_agreement_once, so that an import learns of what stands twice only as it is ' +
        "saved: declare unique: [['agreementEnd', 'agreementName']], and rename the index in a migration: " +
        'ALTER INDEX acme_agreement_once RENAME TO acme_agreement_agreement_end_agreement_name_key',
    ]);
    const unsaid = makeOffice([...office.modules, moduleOf({ ...agreements, extend: [{ ...badge, unique: [] }] })]);
    expect(await unnamedIndexes(app.database.db, unsaid)).toContain(
      'sys/user: no declaration names the unique index sys_user_acme_badge_key, so that an import learns of what stands twice only as it is ' +
        "saved: declare unique: [['acmeBadge']] in the extension",
    );
  });

  it('refuses it without a field where none has its columns', async () => {
    expect((await save('acme/agreement', { agreementName: '张三' })).code).toBe(20000);
    expect(await save('acme/agreement', { agreementName: '章三' })).toMatchObject({
      code: 40900,
      message: '数据已存在',
      data: { conflict: 'unique', fields: [] },
    });
  });
});
