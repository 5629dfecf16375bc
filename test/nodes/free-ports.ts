import { freePort } from '../../engine/server/testing/free-port.ts';

/** So many ports of this machine that nobody uses. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await freePort());
  return [...ports];
}
