import type { PageAnswer } from '@back-office/contract/calls/page.ts';
import type { RestoreAnswer } from '@back-office/contract/calls/recycle.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openModuleApp } from '@back-office/app/testing/server/open-module-app.ts';
import type { TestApp } from '@back-office/app/testing/server/test-app.ts';
import { defineResource } from '@back-office/contract/resource/define-resource.ts';
import { migrationsOf, tableOf } from '../../testing/trial-module.ts';

/* What was deleted before a migration changed its table. */
const matter = defineResource({
  name: 'acme/matter',
  title: '案件',
  table: 'acme_matter',
  label: 'matterName',
  fields: {
    matterName: { kind: 'text', label: '名称', required: true, max: 50 },
    matterTag: { kind: 'text', label: '标签', required: true, max: 9 },
    matterCode: { kind: 'text', label: '案号', max: 9 },
    matterKey: { kind: 'text', label: '密级号', max: 9 },
  },
  list: ['matterName'],
  form: ['matterName', 'matterTag', 'matterCode', 'matterKey'],
  unique: [['matterKey']],
  sort: 'createTime:desc',
});
const tables = `${tableOf('acme_matter', 'matter_name text NOT NULL, matter_tag text NOT NULL, matter_code text, matter_key text UNIQUE, label_pinyin text')}
  CREATE TABLE acme_step (matter uuid NOT NULL REFERENCES acme_matter ON DELETE CASCADE, step_note text, step_day date);
  CREATE TABLE acme_visit (id uuid PRIMARY KEY, matter uuid NOT NULL REFERENCES acme_matter ON DELETE CASCADE);
  CREATE TABLE acme_remark (visit uuid NOT NULL REFERENCES acme_visit ON DELETE CASCADE, remark_text text);`;

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await openModuleApp(
    { name: 'acme', features: [{ name: 'matters', resources: [matter], menu: [] }], menu: [] },
    { name: 'acme', migrations: migrationsOf({ '0001-matters': tables }), features: [{ name: 'matters' }] },
  );
  admin = await app.admin();
});
afterAll(() => app.drop());

const query = async (text: string, values: unknown[] = []) => (await app.database.pool.query<AnyRow>(text, values)).rows;

/** A deleted record whose kept row was then changed, as one is that was deleted before a migration. */
async function deleted(matterName: string, changed: string) {
  const { data } = await app.call(admin, 'POST', 'acme/matter/save', { matterName, matterTag: '急', matterCode: '7' });
  await query('INSERT INTO acme_step VALUES ($1, $2)', [data.id, '立案']);
  expect((await app.call(admin, 'DELETE', `acme/matter/delete/${data.id}`)).code).toBe(20000);
  await query(`UPDATE sys_recycle SET content = ${changed} WHERE target_id = $1`, [data.id]);
  const kept = await app.call<PageAnswer<AnyRow>>(
    admin,
    'GET',
    `sys/recycle/select-page?like=recycleName:${encodeURIComponent(matterName)}`,
  );
  const entry = kept.data.items[0]?.id ?? '';
  return {
    entry,
    restore: (ids = entry) => app.call<RestoreAnswer>(admin, 'POST', `sys/recycle/restore/${ids}`),
    stored: () =>
      query('SELECT matter_name, matter_tag, matter_code, step_note FROM acme_matter m JOIN acme_step ON matter = m.id WHERE m.id = $1', [
        data.id,
      ]),
  };
}
const whole = { matterTag: '急', matterCode: '7', stepNote: '立案' };
const row = (matterName: string, more: object = {}) => {
  const { matterTag, matterCode, stepNote } = { ...whole, ...more };
  return [{ matter_name: matterName, matter_tag: matterTag, matter_code: matterCode, step_note: stepNote }];
};

describe('a record that was deleted before a migration', () => {
  it('that added a required column is refused with the field’s name, and stays in the recycle bin', async () => {
    const { entry, restore } = await deleted('甲', "content #- '{row,matter_tag}'");
    const { restore: other, entry: next } = await deleted('乙', 'content');
    expect(await restore(`${next},${entry}`)).toMatchObject({ code: 40900, message: '不能恢复“甲”：删除以后增加了必填的“标签”' });
    expect((await other()).data).toEqual({ restored: 1, leftOut: 0 });
    expect(await query('SELECT FROM sys_recycle WHERE id = $1', [entry])).toHaveLength(1);
  });

  const renamed = `jsonb_set(content #- '{row,matter_code}', '{row,matter_number}', '"7"')`;
  it('that renamed a column is refused, and restored as it was once its kept row is renamed too', async () => {
    const { restore, stored } = await deleted('丙', renamed);
    expect(await restore()).toMatchObject({
      code: 40900,
      message: '不能恢复“丙”：删除以后数据表改过，其中 matter_number 的内容没有地方放，请联系管理员',
    });
    await query("SELECT rename_kept('acme/matter', 'acme_matter', 'matter_number', 'matter_code')");
    expect((await restore()).code).toBe(20000);
    expect(await stored()).toEqual(row('丙'));
  });

  it('that dropped a column beside one that it added is restored without its value once that is given up', async () => {
    const { restore, stored } = await deleted('丁', renamed);
    expect((await restore()).code).toBe(40900);
    await query("SELECT rename_kept('acme/matter', 'acme_matter', 'matter_number', NULL)");
    expect((await restore()).code).toBe(20000);
    expect(await stored()).toEqual(row('丁', { matterCode: null }));
  });

  it('that only dropped a column is restored without its value, as all other records lost theirs', async () => {
    const { restore, stored } = await deleted('戊', `jsonb_set(content, '{row,matter_number}', '"8"')`);
    expect((await restore()).code).toBe(20000);
    expect(await stored()).toEqual(row('戊'));
  });

  it('that renamed a column of rows deleted with it is refused, and restored with them once theirs is renamed too', async () => {
    const steps = `jsonb_set(content #- '{beside,acme_step,0,step_note}', '{beside,acme_step,0,step_text}', '"立案"')`;
    const { restore, stored } = await deleted('己', steps);
    expect((await restore()).message).toBe('不能恢复“己”：删除以后数据表改过，其中 step_text 的内容没有地方放，请联系管理员');
    await query("SELECT rename_kept('acme/step', 'acme_step', 'step_text', 'step_note')");
    expect((await restore()).code).toBe(20000);
    expect(await stored()).toEqual(row('己'));
  });

  it('that changed a column’s type, added a check, or an index that a value is too long for, is refused with a sentence', async () => {
    const why = '不能恢复：删除以后数据表改过，其中有内容不再合乎它的要求，请联系管理员';
    const { restore } = await deleted('庚', `jsonb_set(content, '{beside,acme_step,0,step_day}', '"明天"')`);
    expect(await restore()).toMatchObject({ code: 40900, message: why });
    const { restore: checked } = await deleted('辛', 'content');
    await query("ALTER TABLE acme_matter ADD CONSTRAINT acme_short CHECK (matter_name <> '辛') NOT VALID");
    expect(await checked()).toMatchObject({ code: 40900, message: why });
    const longOf = (pieces: number) => `(SELECT to_jsonb(string_agg(md5(i::text), '')) FROM generate_series(1, ${pieces}) i)`;
    const { restore: indexed } = await deleted('癸', `jsonb_set(content, '{beside,acme_step,0,step_note}', ${longOf(400)})`);
    await query('CREATE INDEX acme_steps ON acme_step (step_note)');
    expect(await indexed()).toMatchObject({ code: 40900, message: why });
    await query('DROP INDEX acme_steps');
    const { restore: unique } = await deleted('亥', `jsonb_set(content, '{row,matter_key}', ${longOf(100)})`);
    expect(await unique()).toMatchObject({ code: 40900, message: why });
  });

  it('that added a required column which a trigger fills is restored with what it fills', async () => {
    const { restore, stored } = await deleted('壬', "content #- '{row,matter_tag}'");
    await query(
      `CREATE FUNCTION acme_tag() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.matter_tag := coalesce(NEW.matter_tag, '缓'); RETURN NEW; END $$`,
    );
    await query('CREATE TRIGGER acme_tag BEFORE INSERT ON acme_matter FOR EACH ROW EXECUTE FUNCTION acme_tag()');
    expect((await restore()).code).toBe(20000);
    expect(await stored()).toEqual(row('壬', { matterTag: '缓' }));
    await query('DROP TRIGGER acme_tag ON acme_matter');
  });

  const stages = `jsonb_set(content #- '{beside,acme_step}', '{beside,acme_stage}', content #> '{beside,acme_step}')`;
  it('that renamed the table of rows deleted with it is refused, and restored with them once theirs is renamed too', async () => {
    const { restore, stored } = await deleted('癸', stages);
    expect(await restore()).toMatchObject({
      code: 40900,
      message: '不能恢复“癸”：删除以后数据表改过，其中 acme_stage 的内容没有地方放，请联系管理员',
    });
    await query("SELECT rename_kept_table('acme_stage', 'acme_step')");
    expect((await restore()).code).toBe(20000);
    expect(await stored()).toEqual(row('癸'));
  });

  it('that dropped one table of such rows and added another is restored without them once they are given up', async () => {
    const { restore } = await deleted('子', stages);
    expect((await restore()).code).toBe(40900);
    await query("SELECT rename_kept_table('acme_stage', NULL)");
    expect((await restore()).code).toBe(20000);
  });

  it('that only dropped the table of such rows is restored without them', async () => {
    const { restore, stored } = await deleted('丑', `jsonb_set(content, '{beside,acme_stage}', content #> '{beside,acme_step}')`);
    expect((await restore()).code).toBe(20000);
    expect(await stored()).toEqual(row('丑'));
  });

  it.each([
    ['the same columns is refused', '{"visit": null, "remark_text": "好"}', 40900],
    ['other columns is restored', '{"visit": null, "remark_kind": "好"}', 20000],
  ])('that dropped a table of such rows where one that is tied by other rows alone, and was not kept, has %s', async (_, kept, code) => {
    const { restore } = await deleted(`寅${code}`, `jsonb_set(content #- '{beside,acme_remark}', '{beside,acme_note}', '[${kept}]')`);
    expect((await restore()).code).toBe(code);
  });
});
