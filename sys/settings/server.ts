import type { ServerFeature } from '@back-office/server/office/server-feature.ts';
import { settingRoutes } from './server/setting-routes.ts';
import { trialRoute } from './server/trial-route.ts';
import { storeTrials } from './server/store-trials.ts';
import { SettingStore } from './server/setting-store.ts';

/** Settings that hold without a restart, for who may change them. */
export const settingsServer: ServerFeature = {
  name: 'settings',
  settingTrials: storeTrials,
  parts: (services) => ({
    'sys/setting': {
      routes: (app, parts) => {
        const { db, liveSettings, moduleSettings, log, features } = services;
        const store = new SettingStore({ db, liveSettings, moduleSettings, log });
        app.addHook('onReady', () => store.start());
        app.addHook('onListen', () => store.describe());
        app.addHook('onClose', async () => store.stop());
        settingRoutes(app, { ...parts, liveSettings, store });
        trialRoute(app, parts, () => features.flatMap(({ settingTrials }) => settingTrials?.(services) ?? []));
      },
    },
  }),
};
