import type { TableSpec, TablesOf } from '../database/table-spec.ts';

/** Nodes, the tabs that they serve, and who watches what. */
export const liveTables = {
  sys_live_node: { id: 'uuid', seenTime: 'timestamptz=' },
  sys_live_tabs: { nodeId: 'uuid', sysSessionId: 'uuid', tabs: 'int4' },
  sys_live_ticket: { ticketHash: 'bytea', sysSessionId: 'uuid', createTime: 'timestamptz=' },
  sys_live_watch: { targetId: 'uuid', sysSessionId: 'uuid', targetResource: 'text', createTime: 'timestamptz=' },
} as const satisfies Record<string, TableSpec>;

declare module '../database/tables.ts' {
  interface Tables extends TablesOf<typeof liveTables> {}
}
