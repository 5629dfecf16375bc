import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { WebSocket } from 'ws';
import { startPostgres } from '../../scripts/lib/start-postgres.mjs';
import { LiveClient } from '../../engine/server/testing/live-client.ts';
import { dayOf, encryptField } from '../../engine/server/testing/seal-values.ts';
import { freePorts } from './free-ports.ts';
import { type Answer, callAt, type CallOptions } from './https-call.ts';
import { type Nginx, startNginx } from './start-nginx.ts';
import { type NodeProcess, startNode } from './start-node.ts';
import { inOwnSchema } from '../../engine/server/testing/in-own-schema.ts';

type Row = Record<string, unknown>;
/** The route of a call: through nginx, or directly to a node. */
export type Way = 'nginx' | 0 | 1;

const adminPassword = 'Test-Admin-2024';

/** Two nodes on one PostgreSQL and one folder for files, behind nginx. */
export class Cluster {
  readonly postgres: Awaited<ReturnType<typeof startPostgres>>;
  readonly nginx: Nginx;
  readonly nodes: [NodeProcess, NodeProcess];
  /** For direct access of a test, bypassing the product; replaced when the primary changes. */
  pool: pg.Pool;
  readonly #https: number;
  readonly settings: Readonly<Record<string, string>>;
  readonly #folder: string;
  readonly #agents: { http: HttpAgent; https: HttpsAgent };

  constructor(parts: {
    postgres: Cluster['postgres'];
    nginx: Nginx;
    nodes: [NodeProcess, NodeProcess];
    https: number;
    settings: Readonly<Record<string, string>>;
    folder: string;
  }) {
    this.postgres = parts.postgres;
    this.nginx = parts.nginx;
    this.nodes = parts.nodes;
    this.#https = parts.https;
    this.settings = parts.settings;
    this.#folder = parts.folder;
    this.pool = new pg.Pool({ connectionString: inOwnSchema(parts.postgres.url) });
    this.pool.on('error', () => undefined);
    this.#agents = {
      http: new HttpAgent({ keepAlive: true }),
      https: new HttpsAgent({ keepAlive: true, ca: parts.nginx.certificate }),
    };
  }

  /** One call under /api, or of a full path. */
  call<Data = Row>(way: Way, method: string, path: string, options: CallOptions = {}): Promise<Answer<Data>> {
    return callAt(
      way === 'nginx' ? this.#agents.https : this.#agents.http,
      method,
      this.url(way, path.startsWith('/') ? path : `/api/${path}`),
      options,
    );
  }

  url(way: Way, path: string): URL {
    return new URL(path, way === 'nginx' ? `https://localhost:${this.#https}` : `http://127.0.0.1:${this.nodes[way].port}`);
  }

  /** Signs in through nginx, by default the administrator, and returns the token. */
  async signIn(account = 'admin', password = adminPassword): Promise<string> {
    const day = dayOf(new Date());
    const body = new URLSearchParams({ username: encryptField(account, day), password: encryptField(password, day) });
    const { code, data } = await this.call<{ credentials: { accessToken: string } }>('nginx', 'POST', 'login', { body });
    if (code !== 20000) throw new Error(`${account} was not signed in: ${code}`);
    return data.credentials.accessToken;
  }

  /** Opens a live socket and waits for the frame 64; rejects with the HTTP status of a refusal. */
  async openLive(way: Way, token: string): Promise<LiveClient> {
    const url = this.url(way, `/api/live?token=${token}`);
    url.protocol = url.protocol.replace('http', 'ws');
    const socket = new WebSocket(url, way === 'nginx' ? { ca: this.nginx.certificate, origin: this.url(way, '/').origin } : {});
    const client = new LiveClient(socket);
    await new Promise<void>((resolve, reject) => {
      socket.on('open', resolve);
      socket.on('unexpected-response', (_request, response) => reject(new Error(`HTTP ${response.statusCode}`)));
      socket.on('error', reject);
    });
    await client.frame(64);
    return client;
  }

  /** Restarts a node that has ended, at the same address. */
  async startAgain(which: 0 | 1): Promise<void> {
    this.nodes[which] = await startNode(this.nodes[which].port, this.settings);
  }

  /** Starts an additional node of another version, unknown to nginx. */
  async startMore(product: string): Promise<NodeProcess> {
    const [port = 0] = await freePorts(1);
    return startNode(port, this.settings, product);
  }

  async stop(): Promise<void> {
    await Promise.all([...this.nodes.map((node) => node.end('SIGKILL')), this.nginx.stop(), this.pool.end()]);
    for (const agent of Object.values(this.#agents)) agent.destroy();
    await this.postgres.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/**
 * Starts it with the programs in NODES_POSTGRES and NODES_NGINX (scripts/test.mjs finds them). `prepare` may change the
 * database before the nodes start, and returns settings that depend on it.
 */
export async function startCluster(
  extraSettings: Readonly<Record<string, string>> = {},
  prepare: (postgres: Cluster['postgres']) => Promise<Readonly<Record<string, string>>> = async () => ({}),
): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'back-office-nodes-'));
  const [http = 0, https = 0, one = 0, two = 0] = await freePorts(4);
  const postgres = await startPostgres(process.env['NODES_POSTGRES'], { durable: true });
  const settings = {
    DATABASE_URL: postgres.url,
    DATA_DIR: folder,
    ADMIN_PASSWORD: adminPassword,
    ADMIN_PASSWORD_KEEP: 'on',
    PUBLIC_URL: `https://localhost:${https}`,
    TRUST_PROXY: '127.0.0.1',
    LOG_LEVEL: 'info',
    ...extraSettings,
  };
  let nginx: Nginx | undefined;
  try {
    Object.assign(settings, await prepare(postgres));
    nginx = await startNginx(process.env['NODES_NGINX'] ?? 'nginx', folder, { http, https, nodes: [one, two] });
    const nodes = await Promise.all([startNode(one, settings), startNode(two, settings)]);
    return new Cluster({ postgres, nginx, nodes, https, settings, folder });
  } catch (error) {
    await Promise.all([nginx?.stop(), postgres.stop()]);
    throw error;
  }
}
