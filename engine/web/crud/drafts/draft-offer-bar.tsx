import { Alert, Button, Space } from 'antd';
import { timeInSentence } from '../../platform/session/time-in-sentence.ts';
import './draft-offer-bar.css';
import type { DraftOffer } from './use-record-draft.ts';

/** Offers to restore input that was never saved. */
export function DraftOfferBar({ offer }: { offer: DraftOffer | undefined }) {
  if (offer === undefined) return null;
  const { from, at } = offer;
  return (
    <Alert
      type="info"
      showIcon
      role="status"
      title={from === undefined ? `有一份 ${timeInSentence.day(at)} 未保存的草稿` : `${from}建议修改，填入后请核对再保存`}
      className="draft-offer"
      action={
        <Space wrap>
          <Button size="small" type="primary" onClick={offer.restore}>
            {from === undefined ? '恢复草稿' : '填入建议'}
          </Button>
          <Button size="small" onClick={offer.decline}>
            {from === undefined ? '丢弃' : '不采用'}
          </Button>
        </Space>
      }
    />
  );
}
