import { leaveOut } from '@back-office/contract/office/leave-out.ts';
import { makeOffice } from '@back-office/contract/office/make-office.ts';
import { office } from '@back-office/app/office.ts';
import { modules } from '@back-office/app/web/modules.ts';
import { sys } from '@back-office/sys/module.ts';
import type { IconDefinition } from '@ant-design/icons-svg/es/types';
import { afterEach, describe, expect, test } from 'vitest';
import { openOffice } from '../../platform/office/open-office.ts';
import { checkShell } from './check-shell.ts';
import type { ShellFeature } from './shell-feature.ts';
import { makeShellSlots } from './shell-slots.tsx';

afterEach(() => openOffice(office));

const page = () => null;
const icon: IconDefinition = { name: 'car', theme: 'outlined', icon: { tag: 'svg', attrs: { viewBox: '0 0 8 8' } } };
const lazy = () => Promise.resolve(page);

/** Our own modules, and a company's with one feature. */
function besideOurs(feature: Omit<ShellFeature, 'name'>, name = 'people'): void {
  openOffice(makeOffice([sys, { name: 'acme', features: [{ name: 'people' }] }]));
  checkShell([...modules, { name: 'acme', shell: [{ name, ...feature }], pages: () => Promise.resolve([]) }]);
}

test('every page of the product is drawn by one of its features', () => {
  expect(() => checkShell(modules)).not.toThrow();
});

const free = sys.features.filter(({ name }) => !sys.features.some(({ needs = [] }) => needs.includes(name)));

const noPages = Object.assign(() => Promise.resolve(() => undefined), { there: () => undefined });

/** Everything that the features draw in the shell, except what one of them does. */
function drawnWithout(name: string): unknown[] {
  const { topBar, home, palette, paletteRecords, isPlain, pageOf } = makeShellSlots(modules, noPages);
  const features = modules.flatMap(({ shell = [] }) => shell);
  const own = new Set<unknown>(
    features.filter((feature) => feature.name === name).flatMap((feature) => Object.values(feature).filter(Array.isArray).flat()),
  );
  const parts = [...topBar, ...home, ...palette, ...paletteRecords].filter((part) => !own.has(part));
  const plain = features.filter((feature) => feature.name !== name).flatMap(({ plainPages = {} }) => Object.keys(plainPages));
  return [...parts, ...plain.map((key) => [key, isPlain(key), pageOf(key).type])];
}

test.each(free)('the rest is drawn as before if a feature is left out: $name', ({ name }) => {
  const before = drawnWithout(name);
  openOffice(makeOffice([leaveOut(sys, name)]));
  expect(() => checkShell(modules)).not.toThrow();
  expect(drawnWithout(name)).toEqual(before);
});

test('a page that no feature draws is refused, with the way to fix it', () => {
  const pages = [{ path: '/trial/guide', name: 'trialGuide', component: 'guide', meta: { title: '指南' } }];
  openOffice(makeOffice([{ name: 'trial', features: [{ name: 'guides', pages }] }]));
  const check = (shell: readonly ShellFeature[]) => checkShell([{ name: 'trial', shell, pages: () => Promise.resolve([]) }]);
  expect(() => check([])).toThrow("No feature draws the page guide: name it in the lazyPages of a feature in the module's shell");
  expect(() => check([{ name: 'guides', lazyPages: { guide: lazy } }])).not.toThrow();
});

test('a page in the menu that no feature draws is refused too', () => {
  const menu = [{ page: 'acme/map', group: '/acme', order: 1, title: '地图', icon: 'file' as const }];
  openOffice(makeOffice([{ name: 'acme', menu: [{ path: '/acme', title: '经营', icon: 'file' }], features: [{ name: 'maps', menu }] }]));
  const check = (shell: readonly ShellFeature[]) => checkShell([{ name: 'acme', shell }]);
  expect(() => check([])).toThrow('No feature draws the page acme/map');
  expect(() => check([{ name: 'maps', lazyPages: { 'acme/map': lazy } }])).not.toThrow();
});

test('a menu icon that no feature provides is refused, and so is one whose name lacks the prefix of its module', () => {
  const menu = [{ path: '/acme', title: '车队', icon: 'acme-car' as const }];
  const car = { page: 'acme/car', group: '/acme', order: 1, title: '车辆', icon: 'file' as const };
  openOffice(makeOffice([{ name: 'acme', menu, features: [{ name: 'cars', menu: [car] }] }]));
  const check = (...names: string[]) =>
    checkShell([
      {
        name: 'acme',
        shell: [{ name: 'cars', lazyPages: { 'acme/car': lazy }, icons: Object.fromEntries(names.map((name) => [name, icon])) }],
      },
    ]);
  expect(() => check()).toThrow(
    "No feature brings the icon acme-car of the menu: put it into the icons of a feature in the module's shell",
  );
  expect(() => check('acme-car', 'car')).toThrow('acme/cars brings the icon car: begin its name with acme-');
  expect(() => check('acme-car')).not.toThrow();
});

describe('two features that claim the same thing are refused, with their modules and the way to fix it', () => {
  test.each<[string, Omit<ShellFeature, 'name'>]>([
    ['sys/home and acme/people both bring the page home', { plainPages: { home: page } }],
    ['sys/account and acme/people both bring the page profile', { lazyPages: { profile: lazy } }],
    [
      'sys/home and acme/people both bring the card of the home page waiting',
      { home: [{ name: 'waiting', title: '欢迎', order: 1, Card: page }] },
    ],
    [
      'sys/account and acme/people both bring the entry of the palette profile',
      { palette: [{ name: 'profile', title: '我', order: 1, path: '/me' }] },
    ],
    ['sys/notices and acme/people both bring the item of the top bar 消息', { topBar: [{ title: '消息', order: 1, Item: page }] }],
  ])('%s', (words, feature) => {
    expect(() => besideOurs(feature)).toThrow(`${words}: take it out of one of them, or rename it`);
  });
});

test('all faults are reported at once', () => {
  const wrong = { plainPages: { home: page }, lazyPages: { profile: lazy } };
  expect(() => besideOurs(wrong)).toThrow(/the page home.*\n.*the page profile/);
});

test('an unknown property name of a feature or a module is refused', () => {
  expect(() => besideOurs({ lazypages: {} } as Omit<ShellFeature, 'name'>)).toThrow(
    'acme/people.lazypages: nothing is called lazypages here: correct it, or leave it out',
  );
  const misspelt = { name: 'acme', page: () => Promise.resolve([]) };
  expect(() => checkShell([...modules, misspelt])).toThrow('acme.page: nothing is called page here: correct it, or leave it out');
});

test('a shell for a feature that the module does not have is refused rather than ignored', () => {
  expect(() => besideOurs({}, 'poeple')).toThrow(
    'acme has a shell of poeple, but no feature of that name: call it as its feature.ts does, or name the feature in leftOut of the module acme',
  );
});
