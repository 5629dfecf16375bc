import { BellOutlined } from '@ant-design/icons-svg';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { BarButton } from '@back-office/web/platform/ui/bar-button.tsx';
import { Popup } from '@back-office/web/platform/menus/popup.tsx';
import { useDeferredQuery } from '@back-office/web/platform/timing/use-deferred-query.ts';
import { grouped } from '@back-office/contract/resource/grouped.ts';
import { useArrivals } from './use-arrivals.ts';
import { noticesQueryOptions } from './use-notices.ts';

const BellList = lazy(async () => ({ default: (await import('./bell-list.tsx')).BellList }));

/** Number of newest notices in the bell. */
const newest = 5;

/** The bell in the top bar: the number of unread or unconfirmed notices, and the newest ones. */
export function Bell() {
  const navigate = useNavigate();
  const [opener, setOpener] = useState<HTMLElement>();
  const [opened, setOpened] = useState(false);
  const { data, error } = useDeferredQuery(noticesQueryOptions('all', 0, newest, { background: true }));
  const { unread = 0, unconfirmed = 0 } = data ?? {};
  const awaited = useDeferredQuery(noticesQueryOptions('unconfirmed', 0, newest, { wanted: unconfirmed > 0, background: true }), {
    later: !opened,
  });
  const label = [
    '消息',
    ...(unread > 0 ? [`${grouped(unread)} 条未读`] : []),
    ...(unconfirmed > 0 ? [`${grouped(unconfirmed)} 条待确认`] : []),
  ].join('，');
  // Read but not confirmed: still counted.
  const count = unread > 0 ? unread : unconfirmed;
  const close = (focus: boolean): void => {
    setOpener(undefined);
    if (focus) opener?.focus();
  };
  const show = (id?: string): void => {
    setOpener(undefined);
    void navigate(id === undefined ? '/message' : `/message?notice=${encodeURIComponent(id)}`);
  };
  useArrivals(data, show);
  return (
    <>
      <BarButton
        icon={BellOutlined}
        label={label}
        aria-haspopup="dialog"
        aria-expanded={opener !== undefined}
        onClick={({ currentTarget }) => {
          setOpener(opener === undefined ? currentTarget : undefined);
          setOpened(true);
        }}
      >
        {count > 0 && <span className="bar-count">{count > 99 ? '99+' : count}</span>}
      </BarButton>
      {opener !== undefined && (
        <Popup place={{ below: opener }} onClose={close} role="dialog" aria-label="消息" className="bell-popup">
          <Suspense>
            <BellList data={data} awaited={unconfirmed > 0 ? (awaited.data?.items ?? []) : []} failed={error !== null} show={show} />
          </Suspense>
        </Popup>
      )}
    </>
  );
}
