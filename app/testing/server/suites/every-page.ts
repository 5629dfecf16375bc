import { type Field, hasLabel, labelName } from '@back-office/contract/resource/field.ts';
import { fieldOf, parentFieldOf, shownField } from '@back-office/contract/resource/resource.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Samples } from '../samples.ts';
import type { TestApp } from '../test-app.ts';
import type { Suite } from './suite.ts';

interface Page {
  items: AnyRow[];
  total: number;
}

interface Pages extends Suite {
  /** Creates rows of resources that people do not save: at least two of each, in descending order. */
  readonly prepare?: (app: TestApp, samples: Samples) => Promise<void>;
}

/** select-page of each of these resources: each visible field finds its row, and nothing else; each sorts. */
export function everyPage({ open, office, resources, chosen = {}, prepare }: Pages): void {
  let app: TestApp;
  let admin: string;
  let samples: Samples;
  beforeAll(async () => {
    app = await open();
    admin = await app.admin();
    samples = new Samples(app, admin, { office, chosen });
    await prepare?.(app, samples);
  });
  afterAll(() => app.drop());

  describe.each(resources.filter(({ operations }) => operations.includes('select-page')))('$name', (resource) => {
    const page = async (...query: [string, string][]) => {
      const { code, message, data } = await app.call<Page>(
        admin,
        'GET',
        `${resource.name}/select-page?${new URLSearchParams(query.some(([name]) => name === 'limit') ? query : [['limit', '10000'], ...query]).toString()}`,
      );
      expect([code, message]).toEqual([20000, '操作成功']);
      return data;
    };
    const expectRefused = async (query: string) => {
      const answer = await app.call<{ fields: { field: string }[] }>(admin, 'GET', `${resource.name}/select-page?${query}`);
      expect(answer.code, query).toBe(40000);
      return answer.data.fields[0]?.field;
    };
    // Resources that people do not save have rows only if a test creates them.
    const hasRows = prepare !== undefined || resource.operations.includes('save');
    const shownFields = Object.keys(resource.fields).filter((name) => shownField(resource, name) !== undefined);
    let greater: AnyRow;
    let smaller: AnyRow;
    beforeAll(async () => {
      if (resource.operations.includes('save')) {
        // Descending: sorting by id alone would not pass for it.
        const [first, second] = [await samples.full(resource), await samples.full(resource)];
        greater = await samples.save(resource, second);
        smaller = await samples.save(resource, first);
      } else if (hasRows) {
        await app.signIn('admin', app.database.adminPassword);
        [greater, smaller] = (await page()).items as [AnyRow, AnyRow];
      }
    });

    it.each((hasRows ? shownFields : []).map((name) => [name, fieldOf(resource, name)] as const))(
      'finds records by %s',
      async (name, field) => {
        for (const [operator, value] of questions(name, field, greater)) {
          const { items, total } = await page([operator, `${name}:${value}`]);
          expect(
            items.map(({ id }) => id),
            `${operator}=${name}:${value}`,
          ).toContain(greater.id);
          expect(total).toBe(items.length);
          for (const item of items)
            expect(matches(operator, value, name, field, item), `${operator}=${name}:${value} found ${JSON.stringify(item)}`).toBe(true);
        }
      },
    );

    it.each(hasRows ? shownFields : [])('sorts by %s in both directions', async (name) => {
      const up = (await page(['sort', `${name}:asc`])).items.map(({ id }) => id);
      const down = (await page(['sort', `${name}:desc`])).items.map(({ id }) => id);
      expect(down).not.toEqual(up);
      expect(up.indexOf(smaller.id)).not.toBe(-1);
      if (await isSmaller(app, shown(name, smaller), shown(name, greater))) {
        expect(up.indexOf(smaller.id)).toBeLessThan(up.indexOf(greater.id));
        expect(down.indexOf(smaller.id)).toBeGreaterThan(down.indexOf(greater.id));
      }
    });

    it('pages without losing or repeating a record, and counts them all', async () => {
      const { items, total } = await page();
      expect(total).toBe(items.length);
      const found: string[] = [];
      for (let index = 0; found.length < total; index += 1) {
        const part = await page(['limit', String(Math.ceil(total / 3))], ['index', String(index)]);
        expect([part.total, part.items.length > 0]).toEqual([total, true]);
        found.push(...part.items.map(({ id }) => id));
      }
      expect(found).toEqual(items.map(({ id }) => id));
      expect(await page(['limit', '10'], ['index', '1000000000'])).toEqual({ items: [], total });
    });

    it('refuses a search or a sort by a field that is not shown, and a value of the wrong type', async () => {
      const hidden = Object.keys(resource.fields).filter((name) => !shownFields.includes(name));
      for (const name of [...hidden, 'id', 'version', 'user_password', '1=1', 't.id', '"x"', 'name)--', '__proto__', 'constructor']) {
        for (const operator of ['like', 'eq', 'ge', 'le'])
          expect(await expectRefused(`${operator}=${encodeURIComponent(`${name}:a`)}`)).toBe(name);
        expect(await expectRefused(`sort=${encodeURIComponent(`${name}:asc`)}`)).toBe(name);
      }
      for (const name of shownFields) {
        const { kind } = fieldOf(resource, name);
        if (kind === 'number')
          for (const value of ['12abc', '１２', '0x10', 'NaN', '1e308', '']) await expectRefused(`ge=${name}:${encodeURIComponent(value)}`);
        if (kind === 'datetime')
          for (const value of ['2026-02-30 00:00:00', '2026-01-01', '10000-01-01 00:00:00', '0000-01-01 00:00:00', '1795232122'])
            await expectRefused(`le=${name}:${value}`);
        if (kind === 'date')
          for (const value of ['2026-02-30', '2026-01-01 00:00:00', '10000-01-01', '0000-01-01', '1795232122'])
            await expectRefused(`le=${name}:${value}`);
        if (kind === 'reference' || kind === 'references' || kind === 'parent')
          for (const value of ['1', 'null', '%00', "' OR 1=1 --"]) await expectRefused(`eq=${name}:${encodeURIComponent(value)}`);
        if (kind === 'reference' || kind === 'dict') await expectRefused(`ge=${name}:${randomUUID()}`);
        if (kind !== 'reference' && kind !== 'parent')
          for (const value of ['7', '2026-01-01', '2026-01-01 00:00:00', randomUUID()]) await expectRefused(`under=${name}:${value}`);
        await expectRefused(`like=${name}:${'a'.repeat(201)}`);
        await expectRefused(`like=${name}:%00`);
      }
    });

    it('refuses an invalid page, page size, sort or filter', async () => {
      for (const index of ['-1', '1.5', '0x10', 'NaN', '', '1e3', '99999999999', '１'])
        expect(await expectRefused(`index=${index}`)).toBe('index');
      for (const limit of ['0', '-1', '10001', '1.5', 'x', '']) expect(await expectRefused(`limit=${limit}`)).toBe('limit');
      expect(await expectRefused('index=0&index=1')).toBe('index');
      const messageOf = async (query: string) => (await app.call(admin, 'GET', `${resource.name}/select-page?${query}`)).message;
      expect(await messageOf('index=-1')).toBe('index 应为 0 到 1000000000 的整数');
      expect(await messageOf('limit=10001')).toBe('limit 应为 1 到 10000 的整数');
      for (const sort of ['x', ':', `${resource.search[0]}:up`, `${resource.search[0]}`, `${resource.search[0]}:asc:desc`])
        await expectRefused(`sort=${sort}`);
      for (const like of ['x', ':', ':a', '']) expect(await expectRefused(`like=${like}`)).toBe('like');
      await expectRefused(`${Array.from({ length: 51 }, () => `like=${resource.search[0]}:a`).join('&')}`);
    });

    it('finds the roots of a tree, and the children of a node', async () => {
      const parent = parentFieldOf(resource);
      if (parent === undefined || !hasRows) return;
      const roots = (await page(['eq', `${parent}:`])).items;
      expect(roots.length).toBeGreaterThan(0);
      expect(roots.every((row) => row[parent] === null)).toBe(true);
      expect((await page(['eq', `${parent}:${textOf(greater[parent])}`])).items.map(({ id }) => id)).toEqual([greater.id]);
      expect(
        (await page(['eq', `${parent}:${textOf(greater[parent])}`], ['eq', `${parent}:${textOf(smaller[parent])}`])).items
          .map(({ id }) => id)
          .sort(),
      ).toEqual([greater.id, smaller.id].sort());
    });
  });
}

/** A value as in a query. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** The visible value of a field: the label of a reference, else the value. */
const shown = (name: string, row: AnyRow): unknown => (Object.hasOwn(row, labelName(name)) ? row[labelName(name)] : row[name]);

/** The queries that must find the row by this field. */
function questions(name: string, field: Field, row: AnyRow): [string, string][] {
  const value = row[name];
  if (value === null || (Array.isArray(value) && value.length === 0)) return [['eq', '']];
  const text = textOf([shown(name, row)].flat()[0]);
  const parts: [string, string][] = [
    ['like', text.slice(1)],
    ['like', text.toUpperCase()],
    ['like', text.toLowerCase()],
  ];
  const equal: [string, string] = ['eq', textOf([value].flat()[0])];
  if (['number', 'datetime', 'date', 'text'].includes(field.kind))
    return [...parts.filter(([, part]) => part !== ''), equal, ['ge', textOf(value)], ['le', textOf(value)]];
  return [...parts.filter(([, part]) => part !== ''), equal];
}

function matches(operator: string, wanted: string, name: string, field: Field, row: AnyRow): boolean {
  const value = row[name];
  if (operator === 'like')
    return textOf(hasLabel(field) ? [shown(name, row)].flat().join() : value)
      .toLowerCase()
      .includes(wanted.toLowerCase());
  if (wanted === '') return value === null || (Array.isArray(value) && value.length === 0);
  if (operator === 'eq') return [value].flat().map(textOf).includes(wanted);
  if (field.kind === 'text') return true;
  const [one, other] = field.kind === 'number' ? [Number(value), Number(wanted)] : [textOf(value), wanted];
  return operator === 'ge' ? one >= other : one <= other;
}

/** Asked of the database, which alone knows its order of texts. */
async function isSmaller(app: TestApp, one: unknown, other: unknown): Promise<boolean> {
  if (typeof one === 'number' && typeof other === 'number') return one < other;
  const { rows } = await app.database.pool.query<{ smaller: boolean | null }>(
    'select $1::text < $2::text as smaller',
    [one, other].map((value) => (value === null ? null : textOf(value))),
  );
  return rows[0]?.smaller === true;
}
