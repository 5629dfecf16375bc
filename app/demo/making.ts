import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { DemoClient } from './demo-client.ts';
import type { Random } from './random.ts';

/** The tools of every step that creates the demo. */
export interface Making {
  readonly app: FastifyInstance;
  /** Signed in as the account admin. */
  readonly admin: DemoClient;
  readonly pool: pg.Pool;
  readonly random: Random;
}

/** A person of the demo's company. */
export interface DemoPerson {
  readonly id: string;
  readonly account: string;
  readonly name: string;
  readonly phone: string;
  readonly org: string;
  readonly status: string;
}

/** The answer of a batch call for each record. */
export interface Saved {
  readonly id: string;
}
