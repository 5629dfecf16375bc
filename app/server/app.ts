import type { Office } from '@back-office/contract/office/office.ts';
import { type AppParts, createApp as createOfficeApp } from '@back-office/server/office/create-app.ts';
import type { ServerModule } from '@back-office/server/office/server-module.ts';
import { type ModuleSettings, readModuleSettings } from '@back-office/server/platform/module-settings.ts';
import type { FastifyInstance } from 'fastify';
import { office as product } from '../office.ts';
import { modules as own } from './modules.ts';

type Parts = Omit<AppParts, 'office' | 'modules' | 'moduleSettings'> & {
  /** The operator's settings of modules; by default their defaults. */
  moduleSettings?: ModuleSettings;
  /** The server side of the modules; by default all of the product's. */
  modules?: readonly ServerModule[];
  /** The declarations; by default the whole product. */
  office?: Office;
};

/** The product's server: the engine with the modules of the office. Throws as the engine's `createApp` does. */
export const createApp = async ({
  office = product,
  modules = own,
  moduleSettings = readModuleSettings(modules, {}),
  ...parts
}: Parts): Promise<FastifyInstance> => createOfficeApp({ ...parts, office, modules, moduleSettings });
