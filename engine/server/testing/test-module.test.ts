import { ok } from '../platform/http/ok.ts';
import { testModule } from './test-module.ts';
import { agreements, moduleOf, serverOf } from './trial-module.ts';

/* A module that is none of ours, with a resource, a field of our accounts and a rule around our organisations. */
testModule(moduleOf(agreements), {
  server: serverOf({
    wrap: { 'sys/org': { write: (next) => (context, resource, checked) => next(context, resource, checked) } },
    routes: (app) =>
      void app.get('/api/acme/agreement/count', { config: { right: { resource: 'acme/agreement', permission: 'read' } } }, () => ok(0)),
  }),
  calls: ['GET /api/acme/agreement/count acme/agreement read'],
});
