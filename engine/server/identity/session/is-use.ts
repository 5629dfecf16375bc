import { unattendedHeader } from '@back-office/contract/calls/unattended.ts';
import type { FastifyRequest } from 'fastify';

/** Whether a call prolongs the session of its person: HEAD changes nothing (docs/wire.md "Session"), nor does what a browser asks by itself. */
export const isUse = ({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean =>
  method !== 'HEAD' && headers[unattendedHeader] === undefined;
