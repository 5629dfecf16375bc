import { expect, test } from 'vitest';
import { readSource, sourceFiles } from './read-imports.ts';

/** Where brand colours may be literal values: the tokens themselves, a colour that somebody types in, expectations of tests. */
const named = ['engine/web/platform/appearance/accent.ts', 'app/web/base.css', 'engine/web/crud/import/table/example-of.ts'];
const drawn = sourceFiles().filter(
  (file) =>
    /^(?:engine\/(?:web|server)|sys\/[^/]+\/web|app\/web)\//.test(file) && !/\.test\.|\/testing\//.test(file) && !named.includes(file),
);

const tokens = readSource(named[0] ?? '').matchAll(/tones\('([0-9a-f ]+)'\)/g);
const rgb = (hex: string): string[] => [1, 3, 5].map((at) => String(Number.parseInt(hex.slice(at, at + 2), 16)));
const written = [...tokens]
  .flatMap(([, tones = '']) => tones.split(' ').map((tone) => `#${tone}`))
  .flatMap((hex) => [hex, `rgb(${rgb(hex).join(' ')}`, `rgb(${rgb(hex).join(', ')}`, `rgba(${rgb(hex).join(', ')}`]);

test('nothing is drawn in a fixed brand colour, which people could not replace by another accent', () => {
  expect(written.length).toBeGreaterThan(100);
  const found = drawn.flatMap((file) => {
    const text = readSource(file).toLowerCase();
    return written.filter((colour) => text.includes(colour)).map((colour) => `${file}: ${colour}`);
  });
  expect(found).toEqual([]);
});

test('no border uses the brand colour, hardly visible on white in three of five accents, or a colour of its own', () => {
  // Paper is white, a sheet looks as in its own program, and the bar of a preview has the same background in every theme.
  const own = ['engine/web/shell/print/print.css', 'engine/web/files/preview/sheet.css', 'engine/web/shell/session/preview-bar.css'];
  const found = drawn
    .filter((file) => file.endsWith('.css') && !own.includes(file))
    .flatMap((file) =>
      [...readSource(file).matchAll(/(?:border|outline)[a-z-]*: [^;]*(?:var\(--brand\)|#[0-9a-f]{3,6})[^;]*;/g)].map(
        ([line]) => `${file}: ${line}`,
      ),
    )
    // The spinner on a filled button, whose background is the accent in every theme.
    .filter((line) => !line.endsWith('gate-buttons.css: border-top-color: #fff;'));
  expect(found).toEqual([]);
});
