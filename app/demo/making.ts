import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { DemoClient } from './demo-client.ts';
import type { Random } from './random.ts';

/** What every step of making the demo works with. */
export interface Making {
  readonly app: FastifyInstance;
  /** Signed in as the account admin. */
  readonly admin: DemoClient;
  readonly pool: pg.Pool;
  readonly random: Random;
}

/** Somebody who works in the demo's company. */
export interface DemoPerson {
  readonly id: string;
  readonly account: string;
  readonly name: string;
  readonly phone: string;
  readonly org: string;
  readonly status: string;
}

/** What a call of several records answers of each. */
export interface Saved {
  readonly id: string;
}
