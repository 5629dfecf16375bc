/* `back-office/testing`: a whole server for the tests of a company's module. */
import type {} from './tables.ts';

export { openTestApp, TestApp, userPassword } from '../testing/server/test-app.ts';
export type { Answer, Session, TestAppParts } from '../testing/server/test-app.ts';
export { openTestDatabase } from '../testing/server/test-database.ts';
export { testModule } from '../testing/server/test-module.ts';
export type { TestedModule } from '../testing/server/test-module.ts';
export { pngOf } from '@back-office/server/testing/file-samples.ts';
export { sendFile } from '../testing/server/uploads.ts';
