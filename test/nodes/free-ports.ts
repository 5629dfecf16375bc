import { freePort } from '../../engine/server/testing/free-port.ts';

/** This many unused ports of this machine. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await freePort());
  return [...ports];
}
