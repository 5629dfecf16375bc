import { parentFieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Samples } from '../samples.ts';
import type { TestApp } from '../test-app.ts';
import type { Suite } from './suite.ts';

const isSecret = (resource: Resource, name: string): boolean => resource.fields[name]?.kind === 'secret';
const readable = (resource: Resource, values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !isSecret(resource, name)));

const misshapen = (id: string): string[] => ['1', 'null', `${id}x`, '%27%20OR%201=1', '%00'];

/** The life of a record, for each of these resources that people write. */
export function everyResource({ open, office, resources, chosen = {} }: Suite): void {
  let app: TestApp;
  let admin: string;
  let samples: Samples;
  beforeAll(async () => {
    app = await open();
    admin = await app.admin();
    samples = new Samples(app, admin, { office, chosen });
  });
  afterAll(() => app.drop());

  describe.each(resources.filter(({ operations }) => operations.includes('save')))('$name', (resource) => {
    const call = <Data = AnyRow>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) =>
      app.call<Data>(admin, method, `${resource.name}/${path}`, body);
    /** Expects a refusal that changes nothing. */
    const expectRefused = async (code: number, method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) => {
      const before = await app.digest();
      const answer = await call(method, path, body);
      expect([answer.code, answer.message]).toEqual([code, expect.stringMatching(/\p{Script=Han}/u)]);
      expect(await app.digest()).toBe(before);
      return answer;
    };
    const issues = (answer: { data: unknown }) => (answer.data as { fields: { field: string }[] }).fields.map(({ field }) => field);

    it.runIf(resource.operations.includes('create'))(
      'drafts a record without an id that can be saved once the required fields are filled',
      async () => {
        const { code, data: draft } = await call('GET', 'create');
        expect(code).toBe(20000);
        expect(Object.keys(draft).sort()).toEqual(resource.form.filter((name) => !isSecret(resource, name)).sort());
        expect((await call('POST', 'save', { ...draft, ...(await samples.least(resource)) })).code).toBe(20000);
      },
    );

    it('saves every field of the form, and save and select return the same whole record', async () => {
      const values = await samples.full(resource);
      const saved = await samples.save(resource, values);
      expect(saved).toMatchObject({ ...readable(resource, values), version: 1, createUserLabel: '管理员' });
      const stored = Object.fromEntries(Object.entries(saved).filter(([name]) => !Object.hasOwn(resource.once ?? {}, name)));
      expect((await call('GET', `select/${saved.id}`)).data).toEqual(stored);
      for (const name of Object.keys(resource.fields)) expect(Object.hasOwn(saved, name), name).toBe(!isSecret(resource, name));
    });

    it('refuses an insert without a required field, and names the field', async () => {
      const values = await samples.least(resource);
      for (const name of Object.keys(values)) {
        const field = resource.fields[name];
        if (field?.required !== true || Object.hasOwn(field, 'default')) continue;
        const { [name]: _left, ...rest } = values;
        expect(issues(await expectRefused(40000, 'POST', 'save', rest))).toEqual([name]);
        expect(issues(await expectRefused(40000, 'POST', 'save', { ...rest, [name]: '' }))).toEqual([name]);
      }
    });

    it('updates with the current version, and answers a stale version with the current record', async () => {
      const first = await samples.save(resource);
      const changes = await samples.full(resource);
      const second = (await call('POST', 'save', { ...changes, id: first.id, version: 1 })).data;
      expect(second).toMatchObject({ ...readable(resource, changes), id: first.id, version: 2, createTime: first['createTime'] });
      const stale = await expectRefused(40900, 'POST', 'save', { ...first, version: 1 });
      expect(stale.data).toEqual({ conflict: 'version', current: second });
      expect(issues(await expectRefused(40000, 'POST', 'save', { ...changes, id: first.id }))).toEqual(['version']);
      expect(issues(await expectRefused(40000, 'POST', 'save', { ...changes, id: first.id, version: '2' }))).toEqual(['version']);
    });

    it('accepts a record as select returned it, but no changed read-only field and no unknown field', async () => {
      const { id } = await samples.save(resource);
      const { data: record } = await call('GET', `select/${id}`);
      const again = await call('POST', 'save', record);
      expect([again.code, again.data]).toEqual([20000, { ...record, version: 2, updateTime: again.data['updateTime'] }]);
      const readOnly = Object.keys(resource.fields).filter((name) => !resource.form.includes(name));
      for (const name of [...readOnly, `${resource.label}X`, '__proto__', 'constructor']) {
        const changed = JSON.parse(`{"${name}":"2020-01-01 00:00:00"}`) as Record<string, unknown>;
        const { [name]: _own, ...rest } = again.data;
        const body = JSON.stringify(rest).replace(/}$/, `,${JSON.stringify(changed).slice(1)}`);
        const before = await app.digest();
        const answer = await app.call(admin, 'POST', `${resource.name}/save`, body, { headers: { 'content-type': 'application/json' } });
        // Fastify itself refuses a body that names __proto__ or constructor.prototype.
        if (name === '__proto__') expect(answer.code).toBe(40010);
        else expect([answer.code, issues(answer)], name).toEqual([40000, [name]]);
        expect(await app.digest()).toBe(before);
      }
    });

    it.runIf(resource.operations.includes('delete'))(
      'deletes one record, deletes several together or not at all, and refuses calls on deleted ones',
      async () => {
        const [one, two, three] = [await samples.save(resource), await samples.save(resource), await samples.save(resource)];
        expect((await call('DELETE', `delete/${one.id}`)).code).toBe(20000);
        await expectRefused(40400, 'GET', `select/${one.id}`);
        await expectRefused(40400, 'DELETE', `delete/${one.id}`);
        await expectRefused(40400, 'POST', 'save', { ...one });
        await expectRefused(40400, 'DELETE', `delete-ids/${two.id},${one.id},${three.id}`);
        expect((await call('DELETE', `delete-ids/${two.id},${three.id},${two.id.toUpperCase()}`)).code).toBe(20000);
        await expectRefused(40400, 'DELETE', `delete-ids/${two.id},${three.id}`);
      },
    );

    it.runIf(resource.operations.includes('delete'))(
      'deletes at most 500 records at once, and nothing for empty or malformed ids',
      async () => {
        const { id } = await samples.save(resource);
        await expectRefused(40000, 'DELETE', `delete-ids/${Array.from({ length: 501 }, () => randomUUID()).join(',')}`);
        for (const ids of [`${id},`, `,${id}`, `${id},,${id}`, `${id},%20${randomUUID()}`, 'x', `${id};`])
          await expectRefused(40000, 'DELETE', `delete-ids/${ids}`);
        for (const wrong of misshapen(id)) await expectRefused(40400, 'DELETE', `delete/${wrong}`);
      },
    );

    it('neither reads nor saves a record with a malformed id', async () => {
      const { id } = await samples.save(resource);
      for (const wrong of misshapen(id)) await expectRefused(40400, 'GET', `select/${wrong}`);
      await expectRefused(40400, 'POST', 'save', { ...(await samples.least(resource)), id: '7', version: 1 });
      await expectRefused(40000, 'POST', 'save', { ...(await samples.least(resource)), id: 7, version: 1 });
    });

    it('refuses a second record with the same unique value', async () => {
      // Values written by the server cannot be duplicated by anybody.
      for (const names of resource.unique.filter((key) => key.every((name) => resource.form.includes(name)))) {
        const taken = await samples.save(resource);
        const twin = { ...(await samples.full(resource)), ...Object.fromEntries(names.map((name) => [name, taken[name]])) };
        expect((await expectRefused(40900, 'POST', 'save', twin)).data).toEqual({ conflict: 'unique', fields: names });
      }
    });

    it('refuses a record as its own parent or ancestor, and the deletion of one that has children', async () => {
      const parent = parentFieldOf(resource);
      if (parent === undefined) return;
      const top = await samples.save(resource, { ...(await samples.full(resource)), [parent]: null });
      const middle = await samples.save(resource, { ...(await samples.full(resource)), [parent]: top.id });
      const bottom = await samples.save(resource, { ...(await samples.full(resource)), [parent]: middle.id });
      const { data: record } = await call('GET', `select/${top.id}`);
      for (const below of [top, middle, bottom]) {
        expect((await expectRefused(40900, 'POST', 'save', { ...record, [parent]: below.id })).data).toEqual({
          conflict: 'cycle',
          field: parent,
        });
      }
      expect(issues(await expectRefused(40000, 'POST', 'save', { ...bottom, [parent]: randomUUID() }))).toEqual([parent]);
      if (!resource.operations.includes('delete')) return;
      const used = await expectRefused(40900, 'DELETE', `delete/${top.id}`);
      expect(used.data).toMatchObject({ conflict: 'reference', uses: [{ resource: resource.name, field: parent, count: 1 }] });
      expect((await call('DELETE', `delete-ids/${top.id},${middle.id},${bottom.id}`)).code).toBe(20000);
    });
  });
}
