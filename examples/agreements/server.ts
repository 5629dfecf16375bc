import { join } from 'node:path';
import type { ServerModule } from 'back-office/server';
import { beginAgreement } from './server/begin-agreement.ts';
import { keepMoved, keepMovedLines } from './server/keep-moved.ts';
import { keepOrgs } from './server/keep-orgs.ts';
import { listAmountsRoute } from './server/list-amounts.ts';
import { monthAmountsRoute } from './server/month-amounts.ts';
import { moveRoutes } from './server/move-agreement.ts';
import { portalWays } from './server/portal-way.ts';
import { receiveSignedRoute } from './server/receive-signed.ts';
import { warnEnding } from './server/warn-ending.ts';
import { acmeSettings } from './settings.ts';
import { seed } from './seed.ts';

/** This company's part of the server. */
export const server: ServerModule = {
  name: 'acme',
  migrations: join(import.meta.dirname, 'migrations'),
  // A column that no field names, so nobody sees it.
  tables: { acme_agreement: { warnTime: 'timestamptz?' } },
  settings: acmeSettings,
  features: [
    {
      name: 'agreements',
      routes: (app, services) => {
        moveRoutes(app, services);
        monthAmountsRoute(app, services);
        listAmountsRoute(app, services);
        receiveSignedRoute(app, services);
      },
      parts: () => ({ 'acme/agreement': { operations: { create: beginAgreement } } }),
      wrap: { 'acme/agreement': keepMoved, 'acme/agreement-line': keepMovedLines, 'sys/org': keepOrgs },
      jobs: (services) => [warnEnding(services)],
      signInWays: portalWays,
      findable: [{ resource: 'acme/agreement', detail: 'agreementNo', order: 15 }],
    },
  ],
  seed,
};
