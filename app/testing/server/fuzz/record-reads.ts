import type { FastifyInstance } from 'fastify';

/** Names that handlers read, by `METHOD url`. */
export interface Reads {
  readonly query: ReadonlyMap<string, ReadonlySet<string>>;
  readonly body: ReadonlyMap<string, ReadonlySet<string>>;
}

/**
 * Records which names of the query and of the body a server's handlers read, so that an undescribed route is tested in
 * the places that it really has. Call it before the server's first request.
 */
export function recordReads(server: FastifyInstance): Reads {
  const reads = { query: new Map<string, Set<string>>(), body: new Map<string, Set<string>>() };
  server.addHook('preHandler', async (request) => {
    const route = `${request.method} ${request.routeOptions.url ?? ''}`;
    request.query = recordingProxy(request.query, reads.query, route);
    request.body = recordingProxy(request.body, reads.body, route);
  });
  return reads;
}

function recordingProxy(value: unknown, reads: Map<string, Set<string>>, route: string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const names = reads.get(route) ?? new Set();
  reads.set(route, names);
  return new Proxy(value, {
    get(target, name, receiver) {
      if (typeof name === 'string' && name !== 'toJSON') names.add(name);
      return Reflect.get(target, name, receiver) as unknown;
    },
  });
}
