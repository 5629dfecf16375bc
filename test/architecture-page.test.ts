import { describe, expect, it } from 'vitest';
import { floors, roof } from './house.ts';
import { readSource } from './read-imports.ts';

const page = readSource('docs/architecture.md');
const section = (title: string): string => page.split(/^## /m).find((part) => part.startsWith(title)) ?? '';

/** What the tree says of each folder on its first two levels, such as `engine/server/` and, below it, `crud/`. */
function readTree(): Map<string, string> {
  const texts = new Map<string, string>();
  let [above, places] = ['', ['']];
  for (const line of (section('The tree').split('```')[1] ?? '').split('\n')) {
    const [, indent = '', names = '', text = line] = /^( {2})?((?:[\w<>/-]+\/(?: |$))+) *(.*)/.exec(line) ?? [];
    if (names !== '')
      places = names
        .trim()
        .split(' ')
        .map((name) => (indent === '' ? name : above + name));
    if (names !== '' && indent === '') above = names.trim();
    for (const place of places) texts.set(place, `${texts.get(place) ?? ''} ${text}`);
  }
  return texts;
}

const tree = readTree();
const rooms = [...floors.flatMap((floor) => floor.rooms), ...roof];

/** Whether the tree has the folder as a line, or names it in the line of the nearest folder around it that has one. */
function isNamed(room: string): boolean {
  const parts = room.split('/').map((part) => `${part}/`);
  const depth = parts.findLastIndex((_part, at) => tree.has(parts.slice(0, at + 1).join(''))) + 1;
  const words = (tree.get(parts.slice(0, depth).join('')) ?? '').split(/[ (]/);
  return parts.slice(depth).every((part) => words.some((word) => word.replace(/[,;:)]+$/, '') === part));
}

describe('docs/architecture.md', () => {
  it('names every folder of the house in its tree', () => {
    expect(rooms.filter((room) => !isNamed(room))).toEqual([]);
  });

  it('names the folders of each side in the order of the house', () => {
    const chain = (side: string): string[] => {
      const line = new RegExp(`^${side}: (.*)`, 'm').exec(section('Who may import whom'))?.[1] ?? '';
      return [...line.matchAll(/[a-z-]+(?= → | +[┐┘])/g)].map(([word]) => word).filter((word) => word !== 'contract');
    };
    const order = (place: RegExp): string[] => [...new Set(rooms.flatMap((room) => place.exec(room)?.[1] ?? []))];
    expect(chain('server')).toEqual(order(/^engine\/server\/(?!testing)([^/]+)/));
    expect(chain('browser')).toEqual(order(/^engine\/web\/(?!testing)([^/]+)/));
  });

  it('explains every seam of a ServerFeature', () => {
    const [, body = ''] = readSource('engine/server/office/server-feature.ts').split('export interface ServerFeature {');
    const seams = [...body.matchAll(/^ {2}readonly (\w+)\?:/gm)].map(([, name]) => name ?? '');
    const named = section('The seams of the server');
    expect(seams.length).toBeGreaterThan(15);
    expect(seams.filter((name) => !named.includes(`\`${name}\``))).toEqual([]);
  });
});
