import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { contrast } from '../../testing/contrast.ts';
import { accents, tonesOf, variablesOf } from './accent.ts';

describe.each(accents)('the accent colour %s', (accent) => {
  const { fill, fillHover, bright, brighter, soft, softDark } = tonesOf[accent];

  test('is readable as text and under text (WCAG AA)', () => {
    const pairs = [
      ...[fill, fillHover].flatMap((tone) => ['#ffffff', soft].map((ground) => [tone, ground] as const)),
      ...[bright, brighter].flatMap((tone) => ['#17191e', softDark].map((ground) => [tone, ground] as const)),
    ];
    for (const [one, other] of pairs) expect(contrast(one, other), `${one} on ${other}`).toBeGreaterThanOrEqual(4.5);
  });
});

test('the first accent colour is the one in the style sheet, which applies before any script runs', () => {
  const css = readFileSync(join(import.meta.dirname, '../../../../app/web/base.css'), 'utf8');
  for (const [name, value] of Object.entries(variablesOf(tonesOf.blue))) expect(css).toContain(`${name}: ${value};`);
});
