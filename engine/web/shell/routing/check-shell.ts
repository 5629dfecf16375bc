import type { Office } from '@back-office/contract/office/office.ts';
import type { RouteRecord } from '@back-office/contract/office/route-record.ts';
import { strayParts } from '@back-office/contract/office/stray-parts.ts';
import { claimsOf, clashes, throwConflicts } from '../../platform/office/claims.ts';
import { theOffice } from '../../platform/office/open-office.ts';
import { type Names, unknownProperties } from '../../platform/office/unknown-properties.ts';
import { productIcons } from './product-icons.ts';
import type { ShellFeature } from './shell-feature.ts';
import type { WebModule } from './web-module.ts';

const moduleNames: Names<WebModule> = { name: true, shell: true, pages: true };
const featureNames: Names<ShellFeature> = {
  name: true,
  topBar: true,
  plainPages: true,
  lazyPages: true,
  home: true,
  palette: true,
  paletteRecords: true,
  icons: true,
};

/**
 * Throws, with a sentence for each fault, if two features claim the same part of the shell, if a part belongs to no declared feature, if a property
 * name is unknown, or if no feature renders a declared page, in the menu or for everybody. Loaded after the shell, to keep the first page light.
 */
export function checkShell(modules: readonly WebModule[]): void {
  const office = theOffice();
  const features = modules.flatMap(({ name, shell = [] }) =>
    shell.filter((feature) => office.has(feature.name)).map((feature) => ({ ...feature, by: `${name}/${feature.name}` })),
  );
  const drawn = claimsOf(features, ({ plainPages = {}, lazyPages = {} }) => Object.keys({ ...plainPages, ...lazyPages }));
  const shells = modules.map(({ name, shell = [] }) => ({ name, features: shell }));
  throwConflicts([
    ...unknownProperties(
      modules.map((module) => ({ ...module, by: module.name })),
      moduleNames,
    ),
    ...unknownProperties(features, featureNames),
    ...strayParts(office, 'shell', shells),
    ...clashes('page', drawn),
    ...clashes(
      'card of the home page',
      claimsOf(features, ({ home = [] }) => home.map(({ name }) => name)),
    ),
    ...clashes(
      'entry of the palette',
      claimsOf(features, ({ palette = [], paletteRecords = [] }) => [...palette, ...paletteRecords].map(({ name }) => name)),
    ),
    ...clashes(
      'item of the top bar',
      claimsOf(features, ({ topBar = [] }) => topBar.map(({ title }) => title)),
    ),
    ...iconMistakes(office, features),
    ...[...keysOf(office.pages).filter((key) => !key.includes('/')), ...menuPages(office)]
      .filter((key) => !drawn.some(({ what }) => what === key))
      .map((key) => `No feature draws the page ${key}: name it in the lazyPages of a feature in the module's shell`),
  ]);
}

const menuPages = ({ menu }: Office): string[] =>
  menu.flatMap(({ sections }) => sections.flatMap((entry) => ('page' in entry ? [entry.page] : [])));

/** Faults of icons: provided by two features, not prefixed with the module's name, or named in the menu but provided by nobody. */
function iconMistakes({ menu }: Office, features: readonly (ShellFeature & { readonly by: string })[]): string[] {
  const brought = claimsOf(features, ({ icons = {} }) => Object.keys(icons));
  const named = new Set(menu.flatMap(({ icon, sections }) => [icon, ...sections.map((entry) => entry.icon)]));
  return [
    ...clashes('icon', brought),
    ...brought.flatMap(({ what, by }) => {
      const [module = ''] = by.split('/');
      return what.startsWith(`${module}-`) ? [] : [`${by} brings the icon ${what}: begin its name with ${module}-`];
    }),
    ...[...named]
      .filter((icon) => !Object.hasOwn(productIcons, icon) && !brought.some(({ what }) => what === icon))
      .map((icon) => `No feature brings the icon ${icon} of the menu: put it into the icons of a feature in the module's shell`),
  ];
}

const keysOf = (records: readonly RouteRecord[]): string[] =>
  records.flatMap(({ component, children = [] }) => [...(component === undefined ? [] : [component]), ...keysOf(children)]);
