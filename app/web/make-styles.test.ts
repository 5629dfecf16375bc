import { tonesOf } from '@back-office/web/platform/appearance/accent.ts';
import { themeOf } from '@back-office/web/shell/theme/theme.ts';
import { expect, it } from 'vitest';
import { makeStyles } from './make-styles.ts';

it('makes the same styles whatever a person has chosen, since they are made before anybody is known', () => {
  const plain = makeStyles(themeOf({ dark: false, size: 'medium', still: false, tones: tonesOf.blue }));
  expect(plain.map(([path]) => path.split('%')[2])).toEqual(expect.arrayContaining(['Table-Table', 'Button-Button', 'Input-Search']));
  for (const tones of Object.values(tonesOf))
    for (const dark of [false, true])
      for (const size of ['default', 'medium', 'small', 'mini'] as const)
        for (const still of [false, true]) expect(makeStyles(themeOf({ dark, size, still, tones }))).toEqual(plain);
});
