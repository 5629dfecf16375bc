import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { dayOf, encryptField } from '../../engine/server/testing/seal-values.ts';
import { freePorts } from '../nodes/free-ports.ts';
import { type NodeProcess, startNode } from '../nodes/start-node.ts';
import { applySnippet } from './apply-snippet.ts';
import { copyProduct } from './copy-product.ts';
import { readSnippets } from './read-snippets.ts';

/* The recipes of CONTRIBUTING.md, followed to the letter in a copy of the product. */
const root = join(import.meta.dirname, '../..');
const adminPassword = 'Test-Admin-2024';
let folder: string;
let node: NodeProcess;
let admin: string;

type Row = Record<string, unknown>;

beforeAll(async () => {
  folder = await copyProduct();
  for (const snippet of readSnippets(await readFile(join(root, 'CONTRIBUTING.md'), 'utf8'))) await applySnippet(folder, snippet);
  const [port = 0] = await freePorts(1);
  const settings = { HOST: '127.0.0.1', DATA_DIR: join(folder, 'data'), ADMIN_PASSWORD: adminPassword, ADMIN_PASSWORD_KEEP: 'on' };
  node = await startNode(port, { ...settings, LOG_LEVEL: 'warn' }, folder);
  admin = await signIn('admin', adminPassword);
}, 600_000);
afterAll(async () => {
  await node?.end('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

async function call<Data = Row>(token: string | undefined, method: string, path: string, body?: Row | URLSearchParams) {
  const isForm = body instanceof URLSearchParams;
  const response = await fetch(`http://127.0.0.1:${node.port}/api/${path}`, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: token }),
      ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  });
  return (await response.json()) as { code: number; message: string; data: Data };
}

async function signIn(account: string, password: string): Promise<string> {
  const day = dayOf(new Date());
  const form = new URLSearchParams({ username: encryptField(account, day), password: encryptField(password, day) });
  const { code, message, data } = await call<{ credentials: { accessToken: string } }>(undefined, 'POST', 'login', form);
  expect(code, message).toBe(20000);
  return data.credentials.accessToken;
}

/** Somebody without a role, who has already changed their one-time password. */
async function signInNewcomer(): Promise<string> {
  const made = await call(admin, 'POST', 'sys/user/save', { userAccount: 'newcomer', userName: '新人' });
  const oldPassword = String(made.data['oneTimePassword']);
  const query = new URLSearchParams({ oldPassword, newPassword: 'Correct-Horse-7193' });
  const token = await signIn('newcomer', oldPassword);
  const { code, message, data } = await call<{ credentials: { accessToken: string } }>(
    token,
    'PUT',
    `sys/user/update-password?${query.toString()}`,
  );
  expect(code, message).toBe(20000);
  return data.credentials.accessToken;
}

/** The output of a package's program run in the copy; empty on success if it is quiet. */
async function run(program: string, args: readonly string[]): Promise<{ stdout: string; failed: boolean }> {
  const command = [join(root, 'node_modules', program), ...args];
  return promisify(execFile)(process.execPath, command, { cwd: folder, env: { ...process.env, NO_COLOR: '1' } }).then(
    ({ stdout }) => ({ stdout, failed: false }),
    ({ stdout }: { stdout: string }) => ({ stdout, failed: true }),
  );
}

const projects = ['tsconfig.contract.json', 'tsconfig.server.json', 'tsconfig.web.json'];
test.each(projects)('the code of the recipes passes the type check of %s', { timeout: 600_000 }, async (project) => {
  expect(await run('typescript/bin/tsc', ['--noEmit', '--checkers', '1', '-p', project])).toEqual({ stdout: '', failed: false });
});

it('the page of the recipe is drawn by its feature', { timeout: 600_000 }, async () => {
  const { stdout, failed } = await run('vitest/vitest.mjs', ['run', '--project', 'web', 'engine/web/shell/routing/shell-slots.test.ts']);
  expect(failed, stdout).toBe(false);
});

it('the field of the recipe is saved and read, and refused when its value is invalid', async () => {
  const org = { orgName: '总部', orgCode: 'recipes', orgFoundDate: '1998-03-01' };
  const { code, message, data } = await call(admin, 'POST', 'sys/org/save', org);
  expect(code, message).toBe(20000);
  expect((await call(admin, 'GET', `sys/org/select/${String(data['id'])}`)).data).toMatchObject(org);
  const wrong = await call(admin, 'POST', 'sys/org/save', { ...org, orgCode: 'other', orgFoundDate: '1998-02-30' });
  expect(wrong).toMatchObject({ code: 40000, data: { fields: [{ field: 'orgFoundDate' }] } });
});

describe('the resource of the recipe', () => {
  const vehicle = { vehiclePlate: '京A00001', vehicleMileage: 1200, vehicleStatus: '正常' };

  it('answers the generic calls', async () => {
    expect((await call(admin, 'GET', 'sys/vehicle/create')).data).toMatchObject({ vehicleStatus: '正常' });
    const { data } = await call(admin, 'POST', 'sys/vehicle/save', vehicle);
    expect(data).toMatchObject({ ...vehicle, version: 1, createUserLabel: '管理员' });
    const page = await call<{ items: Row[] }>(admin, 'GET', 'sys/vehicle/select-page?like=vehiclePlate:A0');
    expect(page.data.items).toEqual([data]);
    expect(await call(admin, 'POST', 'sys/vehicle/save', vehicle)).toMatchObject({ code: 40900 });
    expect((await call<Row[]>(admin, 'GET', `sys/vehicle/select-history/${String(data['id'])}`)).code).toBe(20000);
  });

  it('is in the menu, with its list and its view', async () => {
    const { data } = await call(admin, 'GET', 'sys/user/select-roles');
    for (const word of ['车辆管理', '"sys/vehicle/list"', '"sys/vehicle/view"']) expect(JSON.stringify(data)).toContain(word);
  });

  it('refuses people without permission, also its own call', async () => {
    const newcomer = await signInNewcomer();
    const [stored] = (await call<{ items: Row[] }>(admin, 'GET', 'sys/vehicle/select-page')).data.items;
    const id = String(stored?.['id']);
    expect((await call(undefined, 'GET', 'sys/vehicle/select-page')).code).toBe(40003);
    for (const [method, path, body] of [
      ['GET', 'select-page'],
      ['POST', 'save', { ...vehicle, vehiclePlate: '京A00002' }],
      ['PUT', `retire/${id}`],
    ] as const)
      expect((await call(newcomer, method, `sys/vehicle/${path}`, body)).code).toBe(40300);
  });

  it('answers its own call', async () => {
    const [stored] = (await call<{ items: Row[] }>(admin, 'GET', 'sys/vehicle/select-page')).data.items;
    const id = String(stored?.['id']);
    expect(await call(admin, 'PUT', `sys/vehicle/retire/${id}`)).toMatchObject({ code: 20000 });
    expect((await call(admin, 'GET', `sys/vehicle/select/${id}`)).data).toMatchObject({ vehicleStatus: '停用', version: 2 });
  });
});
