/* `back-office/testing`: a whole server for the tests of a company's module. */
import type {} from './tables.ts';

export { openTestApp, TestApp, userPassword } from '@back-office/server/testing/test-app.ts';
export type { Answer, Session, TestAppParts } from '@back-office/server/testing/test-app.ts';
export { openTestDatabase } from '@back-office/server/testing/test-database.ts';
export { testModule } from '@back-office/server/testing/test-module.ts';
export type { TestedModule } from '@back-office/server/testing/test-module.ts';
export { pngOf } from '@back-office/server/testing/file-samples.ts';
export { sendFile } from '@back-office/server/testing/uploads.ts';
