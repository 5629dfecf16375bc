import { expect, it } from 'vitest';
import { defineResource } from '../resource/define-resource.ts';
import { makeOffice } from './make-office.ts';
import { defineEvents, type OwnEvents } from './own-events.ts';

const box = defineResource({
  name: 'acme/box',
  title: '盒子',
  table: 'acme_box',
  label: 'boxName',
  fields: { boxName: { kind: 'text', label: '名称', max: 5 } },
  list: ['boxName'],
  form: ['boxName'],
  sort: 'boxName:asc',
});
const office = (...events: OwnEvents[]) =>
  makeOffice([
    {
      name: 'acme',
      features: [{ name: 'boxes', resources: [box], menu: [], events }],
      menu: [{ path: '/acme', title: '仓库', icon: 'database' }],
    },
  ]);

it('events of a feature are accepted for its own resources', () => {
  expect(office(defineEvents('acme/box', { opened: '打开' })).features[0]?.events?.[0]?.words).toEqual({ opened: '打开' });
});

it('events of a resource of another feature, and those that every resource has, are refused with the cure', () => {
  expect(() => office(defineEvents('sys/user', { hired: '入职' }))).toThrow(
    'acme/boxes names events of sys/user, which is not among its resources: name them in its feature',
  );
  expect(() => office(defineEvents('acme/box', { changed: '改了' }))).toThrow(
    'acme/boxes names events of acme/box: none can be named changed: name it with a word of its own, of 2 to 30 letters, such as approved',
  );
});
