import { testModule } from 'back-office/testing';
import { moves } from './agreement.ts';
import { acme } from './contract.ts';

/* Tests every operation, page and right that this company declares, extends or wraps. */
testModule(acme, {
  calls: [
    ...moves.map(({ call, permission }) => `PUT /api/acme/agreement/${call}/:id  acme/agreement ${permission}`),
    'GET /api/acme/months/amounts  acme/months read',
    'GET /api/acme/agreement/amounts  acme/agreement read',
    'POST /api/acme/agreement/signed  public',
  ],
  cards: ['acme-ending'],
});
