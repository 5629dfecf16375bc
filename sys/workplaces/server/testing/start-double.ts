import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a vendor's double is asked. */
export interface Asked {
  readonly path: string;
  readonly params: URLSearchParams;
  readonly userAgent: string;
  readonly headers: IncomingMessage['headers'];
  /** What was posted. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** What it answers: JSON, an address to go on to, or a text. */
export interface Reply {
  readonly status?: number;
  readonly json?: object;
  readonly location?: URL;
  readonly text?: string;
}

/** A server in the place of a vendor's, on this machine. */
export interface Double {
  readonly url: string;
  /** The paths that were asked. */
  readonly asked: string[];
  /** Answers that are given in the place of its own, to whoever asks for the path, each once. */
  readonly instead: Map<string, Reply[]>;
  readonly stop: () => Promise<void>;
}

/** Starts one that answers as it is told. */
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
