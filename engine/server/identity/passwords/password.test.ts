import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { hashCheaply, hashPassword, verifyPassword } from './password.ts';

const password = 'Plain-Horse-7193';

it('passwords are hashed at the cost recommended by OWASP unless a test has made hashing cheap', async () => {
  const program = `const { hashPassword } = await import(${JSON.stringify(new URL('password.ts', import.meta.url).href)});
    console.log(await hashPassword(${JSON.stringify(password)}));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);
  expect(stdout).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifyPassword(password, stdout.trim())).toBe(true);
  expect(await verifyPassword(`${password}x`, stdout.trim())).toBe(false);
});

it('a hash is verified at the cost stated in it', async () => {
  hashCheaply();
  const hash = await hashPassword(password);
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$/);
  expect(await verifyPassword(password, hash)).toBe(true);
  expect(await verifyPassword(`${password}x`, hash)).toBe(false);
});

it('hashing can be made cheap only in a test run', async () => {
  const program = `await import(${JSON.stringify(new URL('../../../../app/testing/server/test-template.ts', import.meta.url).href)});`;
  const { VITEST: _test, ...env } = process.env;
  const run = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], { env });
  await expect(run).rejects.toThrow('is for test runs alone');
});
