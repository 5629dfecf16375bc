import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request to a vendor's double. */
export interface Asked {
  readonly path: string;
  readonly params: URLSearchParams;
  readonly userAgent: string;
  readonly headers: IncomingMessage['headers'];
  /** The posted body. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** Its answer: JSON, a redirect, or a text. */
export interface Reply {
  readonly status?: number;
  readonly json?: object;
  readonly location?: URL;
  readonly text?: string;
}

/** A local server that stands in for a vendor's. */
export interface Double {
  readonly url: string;
  /** The requested paths. */
  readonly asked: string[];
  /** One-time answers by path, in place of the usual ones. */
  readonly instead: Map<string, Reply[]>;
  readonly stop: () => Promise<void>;
}

/** Starts one with these answers. */
export async function startDouble(answer: (asked: Asked) => Reply): Promise<Double> {
  const asked: string[] = [];
  const instead = new Map<string, Reply[]>();
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const { pathname: path, searchParams: params } = new URL(request.url ?? '', 'http://double');
      asked.push(path);
      const { headers } = request;
      const reply = instead.get(path)?.shift() ?? answer({ path, params, headers, userAgent: headers['user-agent'] ?? '', body });
      const { location, json, text = '', status = location === undefined ? 200 : 302 } = reply;
      if (location !== undefined) response.setHeader('location', location.href);
      response.setHeader('content-type', json === undefined ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8');
      response.writeHead(status).end(json === undefined ? text : JSON.stringify(json));
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    instead,
    stop: () => {
      server.closeAllConnections();
      return new Promise((closed) => server.close(() => closed()));
    },
  };
}

async function readBody(request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const text = Buffer.concat(parts).toString('utf8');
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
}
