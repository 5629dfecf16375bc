import { QueryClientProvider } from '@tanstack/react-query';
import { App as AntApp, ConfigProvider } from 'antd';
import zhCN from 'antd/locale/zh_CN';
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';
import { useMemo, useState } from 'react';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { useAppearance } from '../appearance/use-appearance.ts';
import { styleNonce } from '../style-nonce.ts';
import { KeepDrafts } from './keep-drafts.ts';
import { KeepOptions } from './keep-options.tsx';
import { Notifier } from './notifier.tsx';
import { createQueryClient } from './query-client.ts';
import { ShellRoute } from './shell-route.tsx';
import { controlSize, themeOf } from './theme.ts';
import { useMedia } from './use-media.ts';

dayjs.locale('zh-cn');

const csp = styleNonce === undefined ? {} : { csp: { nonce: styleNonce } };
// "取消" as the spec writes it, not "取 消".
const button = { autoInsertSpace: false };

/** Everything behind the sign-in: antd, the router and the queries of one signed-in person. */
export function Shell() {
  const { size, scheme } = useAppearance();
  const systemDark = useMedia('(prefers-color-scheme: dark)');
  const dark = scheme === 'system' ? systemDark : scheme === 'dark';
  const theme = useMemo(() => themeOf(dark, size), [dark, size]);
  const [queryClient] = useState(createQueryClient);
  // One route for every path: which page it shows is looked up in the route records, which are data (routing/).
  const [router] = useState(() => createBrowserRouter([{ path: '*', element: <ShellRoute /> }]));
  return (
    <ConfigProvider locale={zhCN} theme={theme} componentSize={controlSize[size]} button={button} {...csp}>
      <AntApp component={false}>
        <QueryClientProvider client={queryClient}>
          <Notifier />
          <KeepOptions />
          <KeepDrafts />
          <RouterProvider router={router} />
        </QueryClientProvider>
      </AntApp>
    </ConfigProvider>
  );
}
