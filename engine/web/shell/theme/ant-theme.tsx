import { LoadingOutlined } from '@ant-design/icons';
import IconContext from '@ant-design/icons/es/components/Context';
import { ConfigProvider } from 'antd';
import zhCN from 'antd/locale/zh_CN';
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';
import { useMemo, type ReactNode } from 'react';
import { tonesOf } from '../../platform/appearance/accent.ts';
import { useAppearance } from '../../platform/appearance/use-appearance.ts';
import { useDark } from '../../platform/appearance/use-dark.ts';
import { useMedia } from '../../platform/appearance/use-media.ts';
import { styleNonce } from '../../platform/style-nonce.ts';
import { showWave } from './show-wave.ts';
import { controlSize, themeOf } from './theme.ts';

dayjs.locale('zh-cn');

const csp = styleNonce === undefined ? {} : { csp: { nonce: styleNonce } };
// antd's colon after a label is invisible in our forms, but a screen reader would read it out.
const form = { colon: false };
// "取消" as the spec writes it, not "取 消".
// The icon of a busy button is hidden from screen readers: antd's would be read out as "loading", in English.
const button = { autoInsertSpace: false, loadingIcon: <LoadingOutlined spin aria-hidden /> };
const modal = { centered: true };
const wave = { showEffect: showWave };
const noWave = { disabled: true };
// The icons' own style sheet repeats antd's and is inserted later, which would make the browser restyle the whole page.
const icons = { zeroRuntime: true };

/** antd with the person's appearance settings. */
export function AntTheme({ children }: { children: ReactNode }) {
  const { size, accent } = useAppearance();
  const dark = useDark();
  const still = useMedia('(prefers-reduced-motion: reduce)');
  const theme = useMemo(() => themeOf({ dark, size, still, tones: tonesOf[accent] }), [dark, size, still, accent]);
  return (
    <ConfigProvider
      locale={zhCN}
      theme={theme}
      componentSize={controlSize[size]}
      button={button}
      form={form}
      modal={modal}
      wave={still ? noWave : wave}
      {...csp}
    >
      <IconContext value={icons}>{children}</IconContext>
    </ConfigProvider>
  );
}
