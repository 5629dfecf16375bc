import type { Office } from '@back-office/contract/office/office.ts';
import { type AppParts, createApp as createOfficeApp } from '@back-office/server/office/create-app.ts';
import type { ServerModule } from '@back-office/server/office/server-module.ts';
import { type ModuleSettings, readModuleSettings } from '@back-office/server/platform/module-settings.ts';
import type { FastifyInstance } from 'fastify';
import { office as product } from '../office.ts';
import { modules as own } from './modules.ts';

type Parts = Omit<AppParts, 'office' | 'modules' | 'moduleSettings'> & {
  /** What the operator decided of modules; their defaults when absent. */
  moduleSettings?: ModuleSettings;
  /** What modules do on the server; all of the product's when absent. */
  modules?: readonly ServerModule[];
  /** What is declared; the whole product when absent. */
  office?: Office;
};

/** The product's server: the engine over the modules of the office. Throws as the engine's `createApp` does. */
export const createApp = async ({
  office = product,
  modules = own,
  moduleSettings = readModuleSettings(modules, {}),
  ...parts
}: Parts): Promise<FastifyInstance> => createOfficeApp({ ...parts, office, modules, moduleSettings });
