import { openTestApp, type TestApp } from 'back-office/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/* Two people change a line at once: whoever comes second waits, and then sees what the first has done. The embedded database runs one transaction after the other. */
describe.skipIf(process.env['TEST_DATABASE_URL'] === undefined)('a line that is deleted while it moves to another agreement', () => {
  let app: TestApp;
  let admin: string;
  beforeAll(async () => {
    app = await openTestApp();
    admin = await app.admin();
  });
  afterAll(() => app.drop());

  const save = async (resource: string, values: object): Promise<string> => {
    const { code, message, data } = await app.call(admin, 'POST', `${resource}/save`, values);
    expect([code, message]).toEqual([20000, '操作成功']);
    return String(data['id']);
  };
  const query = async (text: string) => (await app.database.pool.query(text)).rows;

  it('is subtracted from that one', async () => {
    const common = {
      acmePartyId: await save('acme/party', { partyName: '房东' }),
      sysOrgId: await save('sys/org', { orgName: '总公司', orgCode: 'hq' }),
      sysUserId: (await app.userWith({})).userId,
      beginDate: '2026-03-01',
      endDate: '2027-03-01',
    };
    const from = await save('acme/agreement', { ...common, agreementName: '租房' });
    const to = await save('acme/agreement', { ...common, agreementName: '租车' });
    const line = await save('acme/agreement-line', { acmeAgreementId: from, lineName: '押金', linePrice: 100 });
    const other = await app.database.pool.connect();
    // As a save of the line does that names the other agreement.
    for (const statement of [
      'BEGIN',
      `SELECT FROM acme_agreement_line WHERE id = '${line}' FOR UPDATE`,
      `SELECT FROM acme_agreement WHERE id IN ('${from}', '${to}') ORDER BY id FOR NO KEY UPDATE`,
      `UPDATE acme_agreement_line SET acme_agreement_id = '${to}' WHERE id = '${line}'`,
      `UPDATE acme_agreement SET lines_amount = CASE id WHEN '${to}' THEN 100 ELSE 0 END WHERE id IN ('${from}', '${to}')`,
    ])
      await other.query(statement);
    const deleted = app.call(admin, 'DELETE', `acme/agreement-line/delete/${line}`);
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await expect.poll(() => query(waiting)).toHaveLength(1);
    await other.query('COMMIT');
    other.release();
    expect((await deleted).code).toBe(20000);
    expect(await query('SELECT lines_amount::float8 AS amount FROM acme_agreement')).toEqual([{ amount: 0 }, { amount: 0 }]);
  });
});
