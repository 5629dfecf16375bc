import type { PageAnswer } from '@back-office/contract/calls/page.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openModuleApp } from '@back-office/app/testing/server/open-module-app.ts';
import type { TestApp } from '@back-office/app/testing/server/test-app.ts';
import { defineResource } from '@back-office/contract/resource/define-resource.ts';
import { migrationsOf, tableOf } from '../testing/trial-module.ts';

/* A tree whose parents are in a field with another name than those of our own trees. */
const place = defineResource({
  name: 'acme/place',
  title: '库位',
  table: 'acme_place',
  label: 'placeName',
  fields: {
    placeName: { kind: 'text', label: '名称', required: true, max: 50 },
    withinPlace: { kind: 'parent', label: '所在库位' },
  },
  list: ['placeName', 'withinPlace'],
  form: ['placeName', 'withinPlace'],
  sort: 'placeName:asc',
});
const table = tableOf('acme_place', 'place_name text NOT NULL, within_place uuid REFERENCES acme_place, label_pinyin text');

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await openModuleApp(
    { name: 'acme', features: [{ name: 'places', resources: [place], menu: [] }], menu: [] },
    { name: 'acme', migrations: migrationsOf({ '0001-places': table }), features: [{ name: 'places' }] },
  );
  admin = await app.admin();
});
afterAll(() => app.drop());

const save = (values: object) => app.call<AnyRow>(admin, 'POST', 'acme/place/save', values);

describe('a tree with a parent field of any name', () => {
  it('gains children, lists them below their parent, and refuses a cycle', async () => {
    const { data: hall } = await save({ placeName: '库房' });
    const { code, data: shelf } = await save({ placeName: '货架', withinPlace: hall.id });
    expect([code, shelf]).toMatchObject([20000, { withinPlace: hall.id, withinPlaceLabel: '库房' }]);
    const { data: below } = await app.call<PageAnswer<AnyRow>>(admin, 'GET', `acme/place/select-page?under=withinPlace:${hall.id}`);
    expect(below.items.map(({ id }) => id)).toContain(shelf.id);
    const cycle = await save({ id: hall.id, version: hall.version, withinPlace: shelf.id });
    expect([cycle.code, cycle.data]).toEqual([40900, { conflict: 'cycle', field: 'withinPlace' }]);
  });

  it('refuses a level below the hundredth, also for a record that moves with what is below it', async () => {
    let last: AnyRow | undefined;
    for (let level = 1; level <= 99; level += 1) last = (await save({ placeName: `第${level}级`, withinPlace: last?.id ?? null })).data;
    const { data: top } = await save({ placeName: '上' });
    await save({ placeName: '下', withinPlace: top.id });
    const issue = { field: 'withinPlace', message: '层级不能超过 100 级' };
    expect(await save({ id: top.id, version: top.version, withinPlace: last?.id })).toMatchObject({
      code: 40000,
      data: { fields: [issue] },
    });
    expect((await save({ placeName: '第100级', withinPlace: last?.id })).code).toBe(20000);
  });

  it('gives its levels and paths', async () => {
    const { data: levels } = await app.call(admin, 'GET', 'acme/place/select-levels?depth=1');
    expect(JSON.stringify(levels)).toContain('库房');
    const { code } = await app.call(admin, 'GET', `acme/place/select-paths?search=${encodeURIComponent('货架')}`);
    expect(code).toBe(20000);
  });
});
