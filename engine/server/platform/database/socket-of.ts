import type { Socket } from 'node:net';
import type { ClientBase } from 'pg';

/** What a connection to the database is written to and read from, which its published type keeps to itself. */
export const socketOf = (client: ClientBase): Socket => (client as unknown as { connection: { stream: Socket } }).connection.stream;
