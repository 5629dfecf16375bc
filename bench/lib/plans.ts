import type pg from 'pg';
import type { Database } from '../../engine/server/platform/database/database.ts';

interface Statement {
  text: string;
  values: unknown[];
}

interface Node {
  'Node Type': string;
  'Index Name'?: string;
  'Relation Name'?: string;
  'Scan Direction'?: string;
  'Actual Rows'?: number;
  Plans?: Node[];
}

/** The SELECTs that the work sends to the database. */
export async function statementsOf({ pool }: Pick<Database, 'pool'>, work: () => Promise<unknown>): Promise<Statement[]> {
  const found: Statement[] = [];
  const undo = new Map<pg.PoolClient, () => void>();
  const listen = (client: pg.PoolClient): void => {
    if (undo.has(client)) return;
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((text: unknown, values: unknown, ...rest: unknown[]) => {
      if (typeof text === 'string' && /^\s*(?:SELECT|WITH)/i.test(text)) found.push({ text, values: Array.isArray(values) ? values : [] });
      return query(text, values, ...rest);
    }) as typeof client.query;
    undo.set(client, () => Reflect.deleteProperty(client, 'query'));
  };
  pool.on('acquire', listen);
  try {
    await work();
  } finally {
    pool.off('acquire', listen);
    for (const restore of undo.values()) restore();
  }
  return found;
}

/** A statement's executed plan, on one line: each step with its index and its number of rows. */
export async function planOf({ pool }: Pick<Database, 'pool'>, { text, values }: Statement): Promise<string> {
  const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values);
  const plan = rows[0]?.['QUERY PLAN'][0].Plan;
  return plan === undefined ? '' : describe(plan);
}

function describe(node: Node): string {
  const where = node['Index Name'] ?? node['Relation Name'];
  const back = node['Scan Direction'] === 'Backward' ? ' backward' : '';
  const below = (node.Plans ?? []).map(describe);
  const self = `${node['Node Type']}${back}${where === undefined ? '' : ` ${where}`} (${node['Actual Rows'] ?? 0})`;
  return below.length === 0 ? self : `${self} < ${below.length === 1 ? below.join('') : `[${below.join('; ')}]`}`;
}
