import type { TableSpec, TablesOf } from '../database/table-spec.ts';

/** By which ways nodes hear, what was told through rows, nodes, the tabs that they serve, and who watches what. */
export const liveTables = {
  sys_live_bus: { way: 'text', seenTime: 'timestamptz=' },
  sys_live_message: { id: 'int8=', xid: 'xid8=', payload: 'text' },
  sys_live_node: { id: 'uuid', seenTime: 'timestamptz=' },
  sys_live_tabs: { nodeId: 'uuid', sysSessionId: 'uuid', tabs: 'int4' },
  sys_live_ticket: { ticketHash: 'bytea', sysSessionId: 'uuid', createTime: 'timestamptz=' },
  sys_live_watch: { targetId: 'uuid', sysSessionId: 'uuid', targetResource: 'text', createTime: 'timestamptz=' },
} as const satisfies Record<string, TableSpec>;

declare module '../database/tables.ts' {
  interface Tables extends TablesOf<typeof liveTables> {}
}
