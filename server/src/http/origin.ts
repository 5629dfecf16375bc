import type { FastifyRequest } from 'fastify';

/** Where a change comes from, as the operation log keeps it. */
export interface Origin {
  readonly method: string;
  /** The route's template: what was called, without the values in it. */
  readonly path: string;
  readonly ip: string;
  readonly requestId: string;
  /** Milliseconds since the request came in. */
  readonly elapsed: () => number;
}

/** The origin of what this request does. */
export function originOf(request: FastifyRequest): Origin {
  const start = performance.now();
  return {
    method: request.method,
    path: request.routeOptions.url ?? '',
    ip: request.ip,
    requestId: request.id,
    elapsed: () => Math.round(performance.now() - start),
  };
}
