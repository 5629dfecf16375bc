import type { TableSpec, TablesOf } from '../database/table-spec.ts';

/** The ways by which nodes listen, events as rows, nodes, the tabs connected to them, tickets for sockets, and who watches which record. */
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
