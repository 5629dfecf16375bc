import compress from '@fastify/compress';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { clientError } from '../platform/http/client-error.ts';
import { errorHandler } from '../platform/http/error-handler.ts';
import { originForm } from '../platform/http/origin-form.ts';
import { accessLog } from '../platform/http/access-log.ts';
import { bodyTimer } from '../platform/http/body-timer.ts';
import { checkRequests } from '../platform/http/check-requests.ts';
import { cutStalledReaders } from '../platform/http/cut-stalled-readers.ts';
import { formBody } from '../platform/http/form-body.ts';
import { jsonBody } from '../platform/http/json-body.ts';
import { limitConnections } from '../platform/http/limit-connections.ts';
import { requestIdOf, sendRequestId } from '../platform/http/request-id.ts';
import { compressedBody } from '../platform/http/compressed-body.ts';
import { requireRights } from '../platform/http/right.ts';
import { commonHeaders, securityHeaders } from '../platform/http/security-headers.ts';
import { cleanForwarded } from '../platform/http/clean-forwarded.ts';
import { trustFunction } from '../platform/trusted-proxies.ts';
import { isLiveUpgrade } from '../identity/live/upgrade.ts';
import type { Settings } from '../platform/settings.ts';

/** The server without a route: how it reads, refuses and guards, whoever answers. */
export async function makeServer(settings: Settings, log: FastifyBaseLogger): Promise<FastifyInstance> {
  const app = bareServer(settings, log);
  app.setErrorHandler(errorHandler);
  readBodies(app);
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'], globalDecompression: false });
  guardRequests(app, settings);
  return app;
}

/** What holds for every connection and every request, whoever answers it. */
function guardRequests(app: FastifyInstance, settings: Settings): void {
  sendRequestId(app);
  cleanForwarded(app);
  requireRights(app);
  limitConnections(app, settings);
  cutStalledReaders(app);
  accessLog(app);
  bodyTimer(app);
  securityHeaders(app, settings);
  checkRequests(app, settings);
}

/** The kinds of body that are read; uploads have their own. */
function readBodies(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain');
  compressedBody(app);
  jsonBody(app);
  formBody(app);
}

function bareServer(settings: Settings, log: FastifyBaseLogger): FastifyInstance {
  return Fastify({
    loggerInstance: log,
    // `accessLog` writes the one line that each request gets.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustFunction(settings.trustProxy),
    genReqId: requestIdOf(settings),
    rewriteUrl: originForm,
    bodyLimit: 1024 * 1024,
    routerOptions: { maxParamLength: 20_000 },
    // Headers in 15 s; bodies have `bodyTimer` (docs/hardening.md I05, I06). An address holds 500 ids, their commas
    // escaped.
    requestTimeout: 0,
    // A body that comes faster than it is taken is stopped and let go on less often: a fifth of an upload's work
    // (docs/decisions/0010-files.md).
    http: {
      headersTimeout: 15_000,
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: 32 * 1024,
      highWaterMark: 512 * 1024,
      shouldUpgradeCallback: isLiveUpgrade,
      // Refused by `checkRequests`, with the envelope of every answer.
      requireHostHeader: false,
    },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // An address that cannot be read comes past every hook, so the headers are set here.
    frameworkErrors: (error, request, reply) =>
      errorHandler(error, request, reply.headers({ ...commonHeaders(settings), 'x-request-id': request.id })),
    clientErrorHandler: clientError,
  });
}
