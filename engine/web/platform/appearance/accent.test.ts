import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { contrast } from '../../testing/contrast.ts';
import { accents, tonesOf, variablesOf } from './accent.ts';

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
