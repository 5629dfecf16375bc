import { Alert, Button, Space } from 'antd';
import dayjs from 'dayjs';
import type { DraftOffer } from './use-record-draft.ts';

/** Offers back what was typed before and never saved. */
export function DraftOfferBar({ offer }: { offer: DraftOffer | undefined }) {
  if (offer === undefined) return null;
  return (
    <Alert
      type="info"
      showIcon
      role="status"
      title={`有一份 ${dayjs(offer.at).format('M月D日 HH:mm')} 未保存的草稿`}
      style={{ marginBottom: 16 }}
      action={
        <Space wrap>
          <Button size="small" type="primary" onClick={offer.restore}>
            恢复草稿
          </Button>
          <Button size="small" onClick={offer.decline}>
            丢弃
          </Button>
        </Space>
      }
    />
  );
}
