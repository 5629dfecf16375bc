import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { hashCheaply, hashPassword, verifyPassword } from './password.ts';

const password = 'Plain-Horse-7193';

it('hashes as the product does, where no test has made it cheap, at the cost that OWASP names', async () => {
  const program = `const { hashPassword } = await import(${JSON.stringify(new URL('password.ts', import.meta.url).href)});
    console.log(await hashPassword(${JSON.stringify(password)}));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);
  expect(stdout).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifyPassword(password, stdout.trim())).toBe(true);
  expect(await verifyPassword(`${password}x`, stdout.trim())).toBe(false);
});

it('checks a hash at the cost that it names', async () => {
  hashCheaply();
  const hash = await hashPassword(password);
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$/);
  expect(await verifyPassword(password, hash)).toBe(true);
  expect(await verifyPassword(`${password}x`, hash)).toBe(false);
});

it('is made cheap in no process but that of a test run', async () => {
  const program = `await import(${JSON.stringify(new URL('../../../../app/testing/server/test-template.ts', import.meta.url).href)});`;
  const { VITEST: _test, ...env } = process.env;
  const run = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], { env });
  await expect(run).rejects.toThrow('is for test runs alone');
});
