import type { Socket } from 'node:net';
import type { ClientBase } from 'pg';

/** The stream of a connection to the database, which its published type hides. */
export const socketOf = (client: ClientBase): Socket => (client as unknown as { connection: { stream: Socket } }).connection.stream;
