import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');

/** The searched PostgreSQL features beyond what every SQL database has, by their names in docs/databases.md. */
const features: Readonly<Record<string, RegExp>> = {
  'CREATE EXTENSION': /\bCREATE EXTENSION\b/,
  'uuid, arrays of it and of text': /\b(?:uuid|text)\[\]/,
  jsonb: /\bjsonb\b/,
  'functions in PL/pgSQL': /\bLANGUAGE plpgsql\b/,
  'triggers for each row': /\bCREATE TRIGGER\b/,
  'triggers for a statement, with transition tables': /\bREFERENCING (?:OLD|NEW) TABLE\b/,
  'constraint triggers': /\bCREATE CONSTRAINT TRIGGER\b/,
  'deferrable constraints': /\bDEFERRABLE\b/,
  'generated columns': /\bGENERATED ALWAYS AS \(/,
  'exclusion constraints': /\bEXCLUDE USING\b/,
  partitions: /\bPARTITION (?:BY (?:RANGE|LIST|HASH)|OF)\b/,
  'UNIQUE NULLS NOT DISTINCT': /\bNULLS NOT DISTINCT\b/,
  'GIN indexes': /\bUSING gin\b/,
  'BRIN indexes': /\bUSING brin\b/,
  'GiST indexes': /\bUSING gist\b/,
  'CREATE INDEX CONCURRENTLY': /\bCREATE INDEX CONCURRENTLY\b/,
  'tables that are not logged': /\bUNLOGGED\b/,
  views: /\bCREATE VIEW\b/,
  'INSERT … ON CONFLICT': /\bON CONFLICT\b/,
  'WITH RECURSIVE': /\bWITH RECURSIVE\b/,
  LATERAL: /\bLATERAL\b/,
  MERGE: /\bMERGE INTO\b/,
  'FOR UPDATE SKIP LOCKED': /\bSKIP LOCKED\b/,
  'locks of rows for keys (FOR KEY SHARE, FOR NO KEY UPDATE)': /\bFOR (?:KEY SHARE|NO KEY UPDATE)\b/,
  'advisory locks': /\bpg_advisory_\w+/,
  'LISTEN and pg_notify': /\bpg_notify\b|\bLISTEN \w/,
  'snapshots of transactions (xid8, pg_current_snapshot)': /\bxid8\b|\bpg_current_snapshot\b|\bpg_visible_in_snapshot\b/,
  'what names the cluster (pg_control_system, pg_control_checkpoint)': /\bpg_control_\w+/,
  'the catalogue of PostgreSQL (pg_class, pg_constraint, pg_trigger)': /\bpg_(?:class|constraint|trigger|index|depend|attribute)\b/,
};

const isSource = (name: string): boolean =>
  /\.(?:sql|ts)$/.test(name) && !/\.test\.ts$|(?:^|\/)(?:testing|web|node_modules|demo)\//.test(name);

/** The files with the product's SQL, in migrations and in the server's sources, by the PostgreSQL features that they use. */
export function databaseUse(): ReadonlyMap<string, readonly string[]> {
  const files = ['engine/server', 'sys', 'app'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(isSource)
      .map((name) => join(folder, name)),
  );
  const texts = files.map((file) => ({ file, text: withoutComments(readFileSync(join(root, file), 'utf8'), file) }));
  const found = Object.entries(features).map(
    ([feature, pattern]) => [feature, texts.filter(({ text }) => pattern.test(text)).map(({ file }) => file)] as const,
  );
  return new Map(found.filter(([, where]) => where.length > 0));
}

/** Comments do not count as uses. */
const withoutComments = (text: string, file: string): string =>
  file.endsWith('.sql') ? text.replaceAll(/--.*$/gm, '') : text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
