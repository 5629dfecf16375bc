import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { killUploads } from '@back-office/app/testing/server/kill-uploads.ts';
import { copyTemplate } from '@back-office/app/testing/server/test-database.ts';
import { openS3 } from '../testing/open-s3.ts';
import { uploadFaults } from '../testing/upload-faults.ts';

/* A server that is killed during an upload (docs/hardening.md D26). */
let root: string;
let database: Awaited<ReturnType<typeof copyTemplate>>;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'back-office-test-killed-'));
  database = await copyTemplate(inject('testTemplate'), join(root, 'data'));
});
afterAll(async () => {
  await database.remove();
  rmSync(root, { recursive: true, force: true });
});

it(
  'a killed server loses no acknowledged chunk and leaves no bytes behind (1 round; bench/kill.ts does 3)',
  { timeout: 600_000 },
  async () => {
    const report = await killUploads({ dataDir: join(root, 'data'), url: database.url, temporary: root }, 1);
    expect(report).toEqual({ wrong: [], kills: uploadFaults.length, lost: 0, left: 0 });
  },
);

/** The moments at which a bucket differs most from a folder. */
const inBucket = ['amid the bytes', 'before a row names them', 'before the answer'] as const;

it(
  'a killed server that stores in a bucket loses and leaves nothing either: chunks in parts, files of one chunk',
  { timeout: 600_000 },
  async () => {
    const s3 = await openS3();
    const other = await copyTemplate(inject('testTemplate'), join(root, 'bucket'));
    try {
      const report = await killUploads({ dataDir: join(root, 'bucket'), url: other.url, s3, temporary: root }, 1, inBucket);
      expect(report).toEqual({ wrong: [], kills: inBucket.length, lost: 0, left: 0 });
    } finally {
      await other.remove();
      await s3.drop();
    }
  },
);
