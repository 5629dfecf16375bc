import { useLocation, useNavigate } from 'react-router';
import { sizes } from '../../platform/appearance/appearance.ts';
import { chooseAppearance } from '../../platform/appearance/choose-appearance.ts';
import { useAppearance } from '../../platform/appearance/use-appearance.ts';
import { feedback } from '../../platform/feedback/feedback.ts';
import { keyOf } from '../../platform/tabs/tab-list.ts';
import { tabsStore } from '../../platform/tabs/tabs-store.ts';
import { useConfirmDiscard } from '../tabs/use-tab-actions.tsx';

/** A change of size remounts every kept page, and the visible one through /redirect (docs/spec.md 4). */
export function useChooseSize(): (key: string) => void {
  const { size } = useAppearance();
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const confirmDiscard = useConfirmDiscard();
  return (key) => {
    const chosen = sizes.find((other) => other === key);
    if (chosen === undefined || chosen === size) return;
    const all = tabsStore.get().tabs.map(keyOf);
    confirmDiscard(all, { title: '切换字体大小会丢失未保存的内容', okText: '放弃并切换' }, () => {
      chooseAppearance({ size: chosen });
      tabsStore.renew(all);
      void navigate(`/redirect${pathname}${search}${hash}`, { replace: true });
      void feedback.ready().then(({ message }) => message.success('切换字体成功'));
    });
  };
}
