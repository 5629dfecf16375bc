import { delimiter } from 'node:path';
import { infrequentGc } from './infrequent-gc.mjs';
import { inRoot } from './root.mjs';

const ofTheApplication =
  /^(HOST|PORT|DATA_DIR|DATABASE_URL|DATABASE_READ_URL|DATABASE_WAIT_S|LIVE_BUS|TEST_DATABASE_URL|ADMIN_PASSWORD|ADMIN_PASSWORD_KEEP|ROUTER_MODE|REGISTRATION|APP_TITLE|S3_.*|BACKUP_.*|SMS_.*|MAIL_.*|BOT_.*|OIDC_.*|LDAP_.*|WECOM_.*|DINGTALK_.*|FEISHU_.*|LOGIN_METHODS|OFFICE_VIEWER_URL|PUBLIC_URL|TRUST_PROXY|LOG_LEVEL|SESSION_HOURS|SESSION_MAX_HOURS|LOCK_MINUTES|WATERMARK|PASSWORD_CHANGE|PASSWORD_DAYS|TWO_STEP|APP_SECRET.*|MAX_CONNECTIONS|ADDRESS_CONNECTIONS|UPLOAD_CHUNK_MB|SINGLE_SIGN_ON|DEMO_DIR|METRICS_TOKEN|OTEL_.*|LOG_LOGIN_DAYS|LOG_OPERATION_DAYS|LOG_KEEP_DAYS|RECYCLE_DAYS|IMPORT_DAYS|WEBHOOK_DAYS|LOGIN_FAILURES|RESET_.*)$/;

/**
 * The environment of tests: no settings of the application from outside (a test must never use a real database), and temporary files in `folder`. Chromium writes Chinese
 * file names only in a suitable locale. Node's compile cache is beside the packages, for the many servers that the tests start.
 */
export function testEnvironment(folder, settings) {
  const kept = Object.entries(process.env).filter(([name]) => !ofTheApplication.test(name));
  const PATH = [inRoot('node_modules/.bin'), process.env.PATH ?? ''].join(delimiter);
  return {
    LANG: 'C.UTF-8',
    ...infrequentGc,
    ...Object.fromEntries(kept),
    PATH,
    TMPDIR: folder,
    NODE_COMPILE_CACHE: inRoot('node_modules/.cache/back-office/compiled'),
    ...settings,
  };
}
