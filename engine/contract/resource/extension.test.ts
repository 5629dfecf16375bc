import { expect, test } from 'vitest';
import { defineResource } from './define-resource.ts';
import { defineExtension, extendResource } from './extension.ts';
import { sectionsOf } from './sections.ts';

const text = { kind: 'text', max: 50 } as const;
const house = defineResource({
  name: 'sys/house',
  title: '房屋',
  table: 'sys_house',
  label: 'houseName',
  fields: {
    houseName: { ...text, label: '名称', section: '房屋' },
    houseKind: { ...text, label: '类型' },
    houseStreet: { ...text, label: '街道', section: '位置' },
  },
  list: ['houseName'],
  form: ['houseName', 'houseKind', 'houseStreet'],
  sort: 'createTime:desc',
  scope: {},
});
const plain = { ...house, fields: { ...house.fields, houseName: { ...text, label: '名称' }, houseStreet: { ...text, label: '街道' } } };

/** An extension with these fields; the value is the field's section heading, or undefined for none. */
const added = (sections: Readonly<Record<string, string | undefined>>) =>
  defineExtension({
    resource: 'sys/house',
    fields: Object.fromEntries(
      Object.entries(sections).map(([name, section]) => [name, { ...text, label: name, ...(section === undefined ? {} : { section }) }]),
    ),
    form: Object.keys(sections),
  });
const shown = (resource: typeof house | typeof plain, ...extensions: readonly ReturnType<typeof added>[]) => {
  const extended = extendResource(resource, extensions);
  return sectionsOf(extended, extended.form).map(({ title = '', names }) => [title, ...names].join(' '));
};

test('an added field goes to the end of the section that it names, followed by the next ones without a section', () => {
  expect(shown(house, added({ acmeLift: '房屋', acmeStairs: undefined, acmeDoor: '位置' }))).toEqual([
    '房屋 houseName houseKind acmeLift acmeStairs',
    '位置 houseStreet acmeDoor',
  ]);
});

test('an added field follows those that another module added to the same section before', () => {
  expect(shown(house, added({ acmeLift: '房屋' }), added({ betaLift: '房屋' }))).toEqual([
    '房屋 houseName houseKind acmeLift betaLift',
    '位置 houseStreet',
  ]);
});

test('an added field without a section goes to the last original section; a new section comes last', () => {
  expect(shown(house, added({ acmeWindow: '采光' }), added({ betaDoor: undefined }))).toEqual([
    '房屋 houseName houseKind',
    '位置 houseStreet betaDoor',
    '采光 acmeWindow',
  ]);
});

test('in a form without sections an added field comes last, below its own heading if it brings the first section', () => {
  expect(shown(plain, added({ acmeLift: undefined }))).toEqual([' houseName houseKind houseStreet acmeLift']);
  expect(shown(plain, added({ acmeWindow: '采光' }), added({ betaDoor: undefined }))).toEqual([
    ' houseName houseKind houseStreet betaDoor',
    '采光 acmeWindow',
  ]);
});
