import { CarOutlined } from '@ant-design/icons-svg';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { openAcme } from '@back-office/app/testing/web/acme.ts';
import { MenuIcon, useMenuIcons } from './menu-icon.tsx';

const drawBesideOurs = (element: ReactNode) => draw(element, { modules: openAcme({ shell: { icons: { 'acme-car': CarOutlined } } }) });

const drawn = async (name: string | undefined): Promise<string | undefined> => {
  const { container } = await drawBesideOurs(<MenuIcon name={name} />);
  return container.querySelector('svg')?.dataset['icon'];
};

test.each([
  ['role', 'safety-certificate'],
  ['acme-car', 'car'],
  ['acme-boat', 'file-text'],
  [undefined, 'file-text'],
])('the icon %s is rendered as %s', async (name, icon) => {
  expect(await drawn(name)).toBe(icon);
});

test('the icons of a company can be chosen alongside the product’s', async () => {
  const Names = () => <p>{useMenuIcons().join(' ')}</p>;
  const { container } = await drawBesideOurs(<Names />);
  expect(container.textContent).toMatch(/^home .* acme-car$/);
});
