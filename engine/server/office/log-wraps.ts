import { baseModule } from '@back-office/contract/office/module-names.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { ModuleWraps } from '../crud/wrap-operations.ts';

/** Says at the start which rules stand around which operations, in the order in which they are asked. */
export function logWraps(log: Pick<FastifyBaseLogger, 'info'>, wraps: ReadonlyMap<string, readonly ModuleWraps[]>): void {
  for (const [resource, chain] of wraps) {
    for (const operation of new Set(chain.flatMap((one) => Object.keys(one.wraps)))) {
      const wrappers = chain.filter((one) => operation in one.wraps).map(({ by }) => by);
      const names = [...wrappers, resource.split('/')[0] ?? baseModule].join(' → ');
      log.info({ resource, operation, chain: wrappers }, `${resource} ${operation}: ${names}`);
    }
  }
}
