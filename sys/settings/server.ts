import type { ServerFeature } from '@back-office/server/office/server-feature.ts';
import { settingRoutes } from './server/setting-routes.ts';
import { SettingStore } from './server/setting-store.ts';

/** Settings that hold without a restart, for who may change them. */
export const settingsServer: ServerFeature = {
  name: 'settings',
  parts: ({ db, liveSettings, log }) => ({
    'sys/setting': {
      routes: (app, parts) => {
        const store = new SettingStore({ db, liveSettings, log });
        app.addHook('onReady', () => store.start());
        app.addHook('onListen', () => store.describe());
        app.addHook('onClose', async () => store.stop());
        settingRoutes(app, { ...parts, liveSettings, store });
      },
    },
  }),
};
