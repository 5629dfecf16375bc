import { expect, it } from 'vitest';
import { misspeltSettings } from './misspelt-settings.ts';
import { settingNames } from './settings.ts';

const found = (...names: string[]) =>
  misspeltSettings(Object.fromEntries(names.map((name) => [name, 'x'])), settingNames).map(({ name, meant }) => `${name} ${meant}`);

it('names the setting that a misspelt one was meant to be', () => {
  expect(
    found('ADRESS_CONNECTIONS', 'DATABSE_URL', 'REGISTRATON', 'SESION_MAX_HOURS', 'session_hours', 'PUBLIC_ULR', 'LOG_LEVLE', 'PASSKEY'),
  ).toEqual([
    'ADRESS_CONNECTIONS ADDRESS_CONNECTIONS',
    'DATABSE_URL DATABASE_URL',
    'REGISTRATON REGISTRATION',
    'SESION_MAX_HOURS SESSION_MAX_HOURS',
    'session_hours SESSION_HOURS',
    'PUBLIC_ULR PUBLIC_URL',
    'LOG_LEVLE LOG_LEVEL',
    'PASSKEY PASSKEYS',
  ]);
});

it('ignores correct settings, empty ones, and the variables of other programs', () => {
  expect(found(...settingNames)).toEqual([]);
  expect(misspeltSettings({ ADRESS_CONNECTIONS: '' }, settingNames)).toEqual([]);
  const others = `PATH HOME HOSTNAME HOSTTYPE LOGNAME SHELL SHLVL TERM USER USERNAME LANG LC_ALL PWD OLDPWD MAIL MAILTO EDITOR DISPLAY TMPDIR POST
    PORTS SPORT TZDIR PGHOST PGPORT PGUSER PGDATA PGPASSWORD HTTP_PROXY HTTPS_PROXY NO_PROXY NODE_ENV NODE_OPTIONS NODE_COMPILE_CACHE XDG_DATA_DIRS
    XDG_DATA_HOME XDG_RUNTIME_DIR AWS_REGION AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY KUBERNETES_PORT KUBERNETES_SERVICE_HOST SSH_AUTH_SOCK
    INVOCATION_ID JOURNAL_STREAM NOTIFY_SOCKET TEST_DATABASE_URL CHROMIUM_PATH OIDC_CORP_ISSUER LDAP_CORP_URL OTEL_SERVICE_NAME CI npm_config_cache
    npm_config_registry LESSOPEN LS_COLORS COLORTERM DEBUG VERBOSE LOG_FILE LOG_FORMAT REDIS_URL MONGO_URL BASE_URL API_URL APP_ENV APP_NAME
    S3_URL SMTP_URL SMTP_HOST APP_PORT SECRET_KEY`;
  expect(found(...others.trim().split(/\s+/))).toEqual([]);
});
