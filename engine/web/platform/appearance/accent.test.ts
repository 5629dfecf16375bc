import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { accents, tonesOf, variablesOf } from './accent.ts';

const part = (hex: string, at: number): number => {
  const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
};
const light = (hex: string): number => 0.2126 * part(hex, 1) + 0.7152 * part(hex, 3) + 0.0722 * part(hex, 5);
const contrast = (one: string, other: string): number => {
  const [less = 0, more = 0] = [light(one), light(other)].toSorted((a, b) => a - b);
  return (more + 0.05) / (less + 0.05);
};

describe.each(accents)('%s', (accent) => {
  const { fill, fillHover, bright, brighter, soft, softDark } = tonesOf[accent];

  test('text of it and text on it can be read (WCAG AA)', () => {
    const pairs = [
      ...[fill, fillHover].flatMap((tone) => ['#ffffff', soft].map((ground) => [tone, ground] as const)),
      ...[bright, brighter].flatMap((tone) => ['#17191e', softDark].map((ground) => [tone, ground] as const)),
    ];
    for (const [one, other] of pairs) expect(contrast(one, other), `${one} on ${other}`).toBeGreaterThanOrEqual(4.5);
  });
});

test('the first is what the page has before any code', () => {
  const css = readFileSync(join(import.meta.dirname, '../../../../app/web/base.css'), 'utf8');
  for (const [name, value] of Object.entries(variablesOf(tonesOf.blue))) expect(css).toContain(`${name}: ${value};`);
});
