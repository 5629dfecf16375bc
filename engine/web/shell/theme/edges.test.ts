import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { theme } from 'antd';
import { describe, expect, test } from 'vitest';
import { accents, tonesOf, variablesOf } from '../../platform/appearance/accent.ts';
import { contrast } from '../../testing/contrast.ts';
import { themeOf } from './theme.ts';

const read = (file: string): string => readFileSync(join(import.meta.dirname, '../../../..', file), 'utf8');
const css = read('app/web/base.css') + read('engine/web/platform/ui/plain.css');
const looks = [false, true].flatMap((dark) => accents.map((accent) => ({ look: `${dark ? 'dark' : 'light'} ${accent}`, dark, accent })));

/** A colour of our own style sheets in a colour scheme. */
function colourOf(name: string, dark: boolean, over: Readonly<Record<string, string>> = {}): string {
  const value = over[name] ?? new RegExp(`${name}: ([^;]+);`).exec(css)?.[1] ?? '';
  const both = /^light-dark\((.+), (.+)\)$/.exec(value);
  const hex = both === null ? value : (both[dark ? 2 : 1] ?? '');
  return /^#[0-9a-f]{3}$/.test(hex) ? hex.replaceAll(/[0-9a-f]/g, '$&$&') : hex;
}

describe.each(looks)('in the $look theme', ({ dark, accent }) => {
  const own = variablesOf(tonesOf[accent]);
  const grounds = ['--surface', '--ground', '--raised', '--brand-soft'].map((name) => colourOf(name, dark, own));

  test.each(['--line-strong', '--brand-strong', '--brand-stronger', '--danger'])(
    'an edge of %s stands out from every background (WCAG 2, 1.4.11)',
    (name) => {
      const edge = colourOf(name, dark, own);
      for (const ground of grounds) expect(contrast(edge, ground), `${edge} on ${ground}`).toBeGreaterThanOrEqual(3);
    },
  );

  test('every edge that antd draws stands out as well: resting, hovered, focused, off and invalid', () => {
    const { token = {}, components = {}, algorithm } = themeOf({ dark, size: 'medium', still: true, tones: tonesOf[accent] });
    const { Input, InputNumber, Select, DatePicker, Button, Switch } = components;
    const made = theme.getDesignToken({ token, ...(algorithm === undefined ? {} : { algorithm }) });
    const edges = {
      resting: made.colorBorder,
      refused: made.colorError,
      'refused, under the pointer': made.colorErrorBorderHover,
      Switch: Switch?.colorTextQuaternary,
      ...Object.fromEntries(
        Object.entries({ Input, InputNumber, Select, DatePicker }).flatMap(([name, part]) => [
          [`${name} under the pointer`, part?.hoverBorderColor],
          [`${name} with the focus`, part?.activeBorderColor],
        ]),
      ),
      Button: Button?.defaultHoverBorderColor,
    };
    for (const [name, edge] of Object.entries(edges))
      for (const ground of grounds) expect(contrast(edge ?? '#zzzzzz', ground), `${name}: ${edge} on ${ground}`).toBeGreaterThanOrEqual(3);
  });
});

test("antd's borders and dividers have the colours of the page's own elements", () => {
  for (const dark of [false, true]) {
    const { token = {} } = themeOf({ dark, size: 'medium', still: true, tones: tonesOf.blue });
    expect(token.colorBorder).toBe(colourOf('--line-strong', dark));
    expect(token.colorSplit).toBe(colourOf('--line', dark));
    expect(token.colorTextPlaceholder).toBe(colourOf('--text-faint', dark));
  }
});
