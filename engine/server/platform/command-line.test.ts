import { expect, test } from 'vitest';
import { commandLine } from './command-line.ts';

test('a command is named as it works in a checkout, and in the folder of a company that has the package', () => {
  expect(commandLine('backup', '--verify a.tar.gz')).toBe('npm run backup -- --verify a.tar.gz');
  expect(commandLine('migrate')).toBe('npm run migrate');
  expect(commandLine('backup', '--verify a.tar.gz', true)).toBe('npx back-office backup --verify a.tar.gz');
  expect(commandLine('migrate', '', true)).toBe('npx back-office migrate');
});
