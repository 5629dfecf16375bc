import { expect, it } from 'vitest';
import { sys } from './module.ts';

const entries = sys.features.flatMap(({ menu = [] }) => menu);

it('each entry of the menu has a place of its own and an icon of its own', () => {
  const places = entries.map(({ group, order }) => `${group} ${order}`);
  const icons = entries.map(({ icon }) => icon);
  expect(places.filter((place, at) => places.indexOf(place) < at)).toEqual([]);
  expect(icons.filter((icon, at) => icons.indexOf(icon) < at)).toEqual([]);
});
