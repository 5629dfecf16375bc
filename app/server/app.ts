import type { Office } from '@back-office/contract/office/office.ts';
import { type AppParts, createApp as createOfficeApp } from '@back-office/server/office/create-app.ts';
import type { FastifyInstance } from 'fastify';
import { office as product } from '../office.ts';
import { modules } from './modules.ts';

type Parts = Omit<AppParts, 'office' | 'features'> & {
  /** What is declared; the whole product when absent. */
  office?: Office;
};

/** The product's server: the engine over the modules of the office. Throws as the engine's `createApp` does. */
export const createApp = ({ office = product, ...parts }: Parts): Promise<FastifyInstance> =>
  createOfficeApp({ ...parts, office, features: modules.flatMap(({ features }) => features) });
