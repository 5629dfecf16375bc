import { expect, it } from 'vitest';
import { sys } from './module.ts';

const entries = sys.features.flatMap(({ menu = [] }) => menu);

it('no two menu entries have the same position or the same icon', () => {
  const places = entries.map(({ group, order }) => `${group} ${order}`);
  const icons = entries.map(({ icon }) => icon);
  expect(places.filter((place, at) => places.indexOf(place) < at)).toEqual([]);
  expect(icons.filter((icon, at) => icons.indexOf(icon) < at)).toEqual([]);
});
