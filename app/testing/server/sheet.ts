import { type ImportCheck, type SavedImport, templateName } from '@back-office/contract/calls/import.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { office } from '../../office.ts';
import { afterAll, expect } from 'vitest';
import { openTestApp, type TestApp } from './test-app.ts';

const { resourceOf } = office;

export type Values = Record<string, unknown>;
export interface Issues {
  fields: { row?: number; field: string; message: string }[];
}

let count = 0;
const next = (): string => String((count += 1)).padStart(4, '0');
export const orgRow = (more: Values = {}): Values => ({ orgName: `机构${next()}`, orgCode: `org-${next()}`, ...more });
export const userRow = (more: Values = {}): Values => ({ userAccount: `person.${next()}`, userName: '张三', ...more });

/** A separate server for one test file, with admin's token and helpers; it is closed after the last test. */
export async function openSheetApp() {
  const app = await openTestApp();
  afterAll(() => app.drop());
  const admin = await app.admin();
  return {
    app,
    admin,
    /** Records with that text in a field. */
    rowsOf: async (resource: string, field: string, value: string): Promise<AnyRow[]> => {
      const page = `${resource}/select-page?limit=100&like=${field}:${encodeURIComponent(value)}`;
      return (await app.call<{ items: AnyRow[] }>(admin, 'GET', page)).data.items;
    },
    saved: async (resource: string, values: Values): Promise<AnyRow> => (await app.call(admin, 'POST', `${resource}/save`, values)).data,
  };
}

/** Imports a sheet as the browser does. */
export class Sheet {
  readonly app: TestApp;
  readonly resource: string;
  readonly token: string;
  id = '';
  constructor(app: TestApp, resource: string, token: string) {
    this.app = app;
    this.resource = resource;
    this.token = token;
  }
  /** `of` is the name of one of our resources, or a resource of another module. */
  static async of(app: TestApp, token: string, of: string | Resource, rows: readonly Values[]): Promise<Sheet> {
    const resource = typeof of === 'string' ? resourceOf(of) : of;
    const sheet = new Sheet(app, resource.name, token);
    const opened = await sheet.post('open-import', { type: templateName(resource), fileName: '一月.xlsx' });
    sheet.id = String(opened.data['id']);
    await sheet.add(rows.map((values, row) => ({ row, values })));
    return sheet;
  }
  post<Data = AnyRow>(path: string, body?: unknown, headers: Record<string, string> = {}) {
    return this.app.call<Data>(this.token, 'POST', `${this.resource}/${path}`, body, { headers });
  }
  add(rows: unknown) {
    return this.post<AnyRow & Issues>(`add-import-rows/${this.id}`, rows);
  }
  async check(query = '') {
    const { code, message, data } = await this.post<ImportCheck>(`check-import/${this.id}${query}`);
    expect(code, message).toBe(20000);
    return data.issues.map(({ row, field, message: why }) => `${row} ${field} ${why}`);
  }
  save(query = '', key?: string) {
    return this.post<SavedImport & Issues>(
      `save-import/${this.id}${query}`,
      undefined,
      key === undefined ? {} : { 'idempotency-key': key },
    );
  }
  undo(token = this.token) {
    return this.app.call<AnyRow & { conflict: string; rows: { label: string; why: string }[] }>(
      token,
      'POST',
      `${this.resource}/undo-import/${this.id}`,
    );
  }
}
