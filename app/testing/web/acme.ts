import { makeOffice } from '@back-office/contract/office/make-office.ts';
import { office } from '../../office.ts';
import { modules } from '../../web/modules.ts';
import { onTestFinished } from 'vitest';
import { openOffice } from '@back-office/web/platform/office/open-office.ts';
import type { ShellFeature } from '@back-office/web/shell/routing/shell-feature.ts';
import type { WebFeature } from '@back-office/web/shell/routing/web-feature.ts';
import type { WebModule } from '@back-office/web/shell/routing/web-module.ts';

interface Acme {
  shell?: Omit<ShellFeature, 'name'>;
  pages?: Omit<WebFeature, 'name'>;
}

/** Opens, for one test, a company's module beside our own; returns all modules for `draw`. */
export function openAcme({ shell = {}, pages = {} }: Acme): readonly WebModule[] {
  const name = 'acme-boxes';
  openOffice(makeOffice([...office.modules, { name: 'acme', features: [{ name }] }]));
  onTestFinished(() => openOffice(office));
  const features = [{ name, ...pages }];
  return [...modules, { name: 'acme', shell: [{ name, ...shell }], pages: () => Promise.resolve(features) }];
}
