import { randomUUID } from 'node:crypto';
import { importLimits, type ImportCheck, type SavedImport } from '@back-office/contract/calls/import.ts';
import type { Bench } from '../lib/bench.ts';
import { ms } from '../lib/measure.ts';
import { fillTables } from '../lists/fill-tables.ts';
import { latenciesDuring, type Product, startProduct } from './product.ts';

/**
 * An import of 50,000 users by the product's own calls: its dry run, within 10 s, and its saving, with the delay of
 * others meanwhile. Then an export of 1,000,000 operation logs, within 250 MB: on PostgreSQL only, since no other
 * process can open the embedded database that this process has filled.
 */
export const sheetsServer: Bench = async (database, scale) => {
  const url = database.pool.options.connectionString ?? '';
  if (database.kind === 'postgresql') await fillTables(database, Math.round(100_000 * scale), Math.round(1_000_000 * scale));
  const product = await startProduct(database.kind === 'postgresql' ? url : '');
  try {
    await importUsers(product, Math.round(50_000 * scale));
  } finally {
    await product.stop();
  }
  if (database.kind === 'postgresql') await exportLogs(url);
};

const userOf = (n: number, invalid: boolean) => ({
  row: n,
  values: {
    userAccount: `import.${invalid ? n % 49_000 : n}`,
    userName: '欧阳建国',
    userGender: n % 2 === 0 ? '男' : '女',
    userPhone: invalid && n % 100 === 0 ? 'none' : `138${String(n).padStart(8, '0')}`,
    userEmail: `import.${n}@example.com`,
    sysOrgId: invalid && n % 1000 === 0 ? '没有的机构' : null,
    userRemark: '由表格导入',
  },
});

async function importUsers(product: Product, count: number): Promise<void> {
  const { id } = await product.post<{ id: string }>('sys/user/open-import', { type: '用户导入模板', fileName: 'bench.xlsx' });
  const parts = Array.from({ length: Math.ceil(count / importLimits.partRows) }, (_, at) => at * importLimits.partRows);
  const stage = async (invalid: boolean): Promise<void> => {
    for (const from of parts) {
      const rows = Array.from({ length: Math.min(importLimits.partRows, count - from) }, (_, at) => userOf(from + at, invalid));
      await product.post(`sys/user/add-import-rows/${id}`, rows);
    }
  };
  let issues = 0;
  const check = async (): Promise<void> => {
    for (const from of parts) {
      const span = `from=${from}&to=${from + importLimits.partRows - 1}`;
      issues += (await product.post<ImportCheck>(`sys/user/check-import/${id}?${span}`)).issues.length;
    }
  };
  await measureStep(product, `dry run of ${count} users, at most 10 s`, async () => {
    await stage(true);
    await check();
    return `${issues} issues`;
  });
  await stage(false);
  await measureStep(product, `saving ${count} users`, async () => {
    const { saved } = await product.post<SavedImport>(`sys/user/save-import/${id}`, {}, { 'Idempotency-Key': randomUUID() });
    return `${saved} saved`;
  });
  await measureStep(product, `taking ${count} users back`, async () => {
    const { undone } = await product.post<{ undone: number }>(`sys/user/undo-import/${id}`);
    return `${undone} gone`;
  });
}

async function measureStep(product: Product, what: string, work: () => Promise<string>): Promise<void> {
  const begin = performance.now();
  let result = '';
  let took = 0;
  const { times, failed } = await latenciesDuring(product, async () => {
    result = await work();
    took = performance.now() - begin;
  });
  const at = (share: number): string => ms(times[Math.floor((times.length - 1) * share)] ?? 0);
  console.log(
    `${what}: ${seconds(took)}, ${result}; ${times.length} other requests meanwhile: median ${at(0.5)}, longest ${at(1)}, ${failed} turned away`,
  );
}

async function exportLogs(url: string): Promise<void> {
  const product = await startProduct(url);
  try {
    const before = await product.peak();
    const begin = performance.now();
    const response = await product.fetch('sys/log-opt/export');
    let bytes = 0;
    for await (const block of response.body ?? []) bytes += block.length;
    const peak = await product.peak();
    console.log(
      `export of the operation logs: ${seconds(performance.now() - begin)}, ${mb(bytes)}; the server's memory ${mb(before)} before, ${mb(peak)} at its peak  at most 250 MB  ${peak <= 250e6 ? 'ok' : 'TOO MUCH'}`,
    );
  } finally {
    await product.stop();
  }
}

const seconds = (time: number): string => `${(time / 1000).toFixed(1)} s`;
const mb = (size: number): string => `${Math.round(size / 1e6)} MB`;
